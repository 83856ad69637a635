// Runs a ClickHouse server until its standard input ends; prints its address once it answers.
//
//   node scripts/test-servers/clickhouse/serve.mjs [port]
//
// The packages @chdb/lib-* hold all of ClickHouse as a library, with the program `clickhouse local`, which can listen as a
// server does (`SYSTEM START LISTEN HTTP`). So this is the real HTTP interface: settings, users, system.processes, KILL QUERY.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DataType, load, open } from 'ffi-rs';

const START_TIMEOUT_MS = 30_000;
const STATEMENTS = [
  'CREATE DATABASE warehouse',
  'SYSTEM START LISTEN HTTP',
  // The server lives as long as this does.
  'SELECT sleepEachRow(3) FROM system.numbers FORMAT Null SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0',
];

/** Users: the one that the program itself runs as, the one that the tests come as, and two whose settings are (partly) fixed. */
const user = (name, profile) =>
  `<${name}><password>chartroom</password><profile>${profile}</profile><quota>default</quota><networks><ip>127.0.0.1</ip></networks><access_management>1</access_management></${name}>`;
const CONFIG = `<clickhouse>
  <profiles><default/><fixed><readonly>1</readonly></fixed><reading><readonly>2</readonly></reading></profiles>
  <quotas><default/></quotas>
  <users>
    <default><no_password/><profile>default</profile><quota>default</quota></default>
    ${user('chartroom', 'default')}${user('fixed', 'fixed')}${user('reading', 'reading')}
  </users>
  <user_directories><users_xml><path>config.xml</path></users_xml></user_directories>
</clickhouse>`;

const port = Number(process.argv[2] ?? (await freePort()));
const folder = mkdtempSync(join(tmpdir(), 'chartroom-clickhouse-'));

const config = join(folder, 'config.xml');
writeFileSync(config, CONFIG);
process.stdin.resume().on('end', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
void run([
  '--config-file',
  config,
  '--path',
  join(folder, 'data'),
  '--listen_host=127.0.0.1',
  `--http_port=${port}`,
  '--query',
  STATEMENTS.join('; '),
]);
await answering(Date.now() + START_TIMEOUT_MS);
console.log(`clickhousedb://chartroom:chartroom@127.0.0.1:${port}/warehouse`);

/** Calls the program in a thread of its own: it comes back only with an error. */
async function run(args) {
  const key = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;
  const library = 'chdb';
  const folderOfLibrary = dirname(createRequire(import.meta.url).resolve(`@chdb/lib-${key}/package.json`));
  open({ library, path: join(folderOfLibrary, 'libchdb.so') });
  const argv = ['clickhouse', ...args];
  const result = await load({
    library,
    funcName: 'chdb_query_cmdline',
    retType: DataType.External,
    paramsType: [DataType.I32, DataType.StringArray],
    paramsValue: [argv.length, argv],
    runInNewThread: true,
  });
  const reason = load({
    library,
    funcName: 'chdb_result_error',
    retType: DataType.String,
    paramsType: [DataType.External],
    paramsValue: [result],
  });
  console.error(reason || 'The server came to its end.');
  end();
}

async function answering(deadline) {
  for (;;) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/ping`)).ok) return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await setTimeout(50);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Ends at once: the library's threads would wait for its query, which never ends. */
function end() {
  rmSync(folder, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
}
