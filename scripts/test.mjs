// npm test: installs and builds what is missing, then runs every check and test and sums up.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, install, installTestServer, pinnedNode, ROOT, toolEnvironment } from './prepare.mjs';

install();
const RESULTS = join(ROOT, '.cache', 'test-results');
/** What tests note beside their results. */
const [PLAYED, ABSENT] = ['played.txt', 'absent.txt'].map((name) => join(ROOT, '.cache', name));
rmSync(RESULTS, { recursive: true, force: true });
for (const notes of [PLAYED, ABSENT]) rmSync(notes, { force: true });
mkdirSync(RESULTS, { recursive: true });

const PLAIN = ['--disable-warning=ExperimentalWarning'];

let passed = 0;
const failures = [];
const started = Date.now();

// While it is installed, the code is checked.
const clickhouse = process.env.CHARTROOM_TEST_CLICKHOUSE ?? testServer('clickhouse');
await step('check', [join(ROOT, 'scripts', 'check.ts')]);
process.env.CHARTROOM_TEST_CLICKHOUSE = await clickhouse;
suite('unit, engine and API tests', 'vitest.config.ts');
buildWeb();
suite('browser journeys and conformance', 'e2e/vitest.config.ts');

tell(PLAYED, () => 'Recorded facts that were played:');
tell(ABSENT, (lines) => `Not tried, because absent on this machine (${lines.length}):`);
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);

/** Starts a server for tests, which ends with this process; resolves with its address, or with nothing where it does not run. */
async function testServer(name) {
  const { program, problem } = await installTestServer(name);
  let reason = problem;
  if (program !== undefined) {
    const server = spawn(pinnedNode(), [program], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: toolEnvironment(),
    });
    server.unref();
    const [first] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
    if (Buffer.isBuffer(first)) return first.toString().trim();
    reason = 'it did not start';
  }
  appendFileSync(ABSENT, `the ${name} server of scripts/test-servers: ${reason}\n`);
  return '';
}

/** A program that passes or fails as a whole. */
async function step(name, args) {
  console.log(`\n── ${name}`);
  const [status] = await once(
    spawn(pinnedNode(), [...PLAIN, ...args], { cwd: ROOT, stdio: 'inherit', env: toolEnvironment() }),
    'exit',
  );
  if (status === 0) passed += 1;
  else failures.push(name);
}

/** Prints what tests noted. */
function tell(notes, title) {
  if (!existsSync(notes)) return;
  const lines = [...new Set(readFileSync(notes, 'utf8').trim().split('\n'))];
  console.log(`\n${title(lines)}`);
  for (const line of lines) console.log(`  ${line}`);
}

/** A Vitest run; its cases are counted one by one. */
function suite(name, config) {
  console.log(`\n── ${name}`);
  const file = join(RESULTS, `${config.replaceAll(/\W/g, '-')}.json`);
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const done = node([
    vitest,
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  if (!existsSync(file)) {
    failures.push(`${name}: no result`);
    return;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed += report.numPassedTests;
  for (const each of report.testResults) {
    for (const test of each.assertionResults)
      if (test.status === 'failed') failures.push(`${each.name.slice(ROOT.length + 1)}: ${test.fullName}`);
    if (each.status === 'failed' && each.assertionResults.every((test) => test.status !== 'failed'))
      failures.push(each.name.slice(ROOT.length + 1));
  }
  if (done.status !== 0 && failures.length === 0) failures.push(`${name}: ended with ${done.status}`);
}

function node(args) {
  return spawnSync(pinnedNode(), [...PLAIN, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: toolEnvironment(),
  });
}
