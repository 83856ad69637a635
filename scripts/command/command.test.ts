import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readZip, writeZip } from '../../apps/server/src/bundles/bundle-files.ts';
import { openTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import { makeChart, makeDataset } from '../../apps/server/src/testing/things.ts';

const LIMITS = { bytes: 10_000_000, ratio: 1_000 };

let house: TestApp;
let url: string;
let key: string;
let folder: string;
beforeAll(async () => {
  house = await openTestApp('sqlite');
  url = await house.app.listen({ host: '127.0.0.1', port: 0 });
  key = (await house.services.apiKeys.make(house.ids.admin, 'command', undefined)).key;
  folder = await mkdtemp(join(tmpdir(), 'chartroom-command-'));
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command as a person would, with nothing but the address and the key in its settings. */
function chartroom(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const program = join(import.meta.dirname, 'main.ts');
  const env = {
    PATH: process.env.PATH,
    CHARTROOM_URL: url,
    CHARTROOM_API_KEY: key,
    CHARTROOM_HOME: folder,
    ...environment,
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    cwd: folder,
    env,
  });
  const outcome: Outcome = { code: null, out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => {
    outcome.out += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    outcome.err += part.toString();
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ ...outcome, code }));
  });
}

test('charts go out into a file and come in again', async () => {
  const chart = await makeChart(house, await makeDataset(house, 'told'), 'Carried');
  expect(await chartroom(['export', 'chart', String(chart), '-o', 'chart.zip'])).toMatchObject({
    code: 0,
    err: '',
  });
  const files = await readZip(await readFile(join(folder, 'chart.zip')), LIMITS);
  expect([...files.keys()]).toContain(`charts/Carried_${chart}.yaml`);
  const refused = await chartroom(['import', 'chart.zip']);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain(
    `charts/Carried_${chart}.yaml: Chart already exists and \`overwrite=true\` was not passed`,
  );
  const replaced = await chartroom(['import', 'chart.zip', '--overwrite']);
  expect(replaced).toMatchObject({ code: 0, err: '' });
  expect(replaced.out).toContain(`replaced charts/Carried_${chart}.yaml (id ${chart})`);
  expect(replaced.out).toContain('kept     databases/uploads.yaml');
});

test('everything goes out, and what an archive refers to may be here', async () => {
  expect(await chartroom(['export', 'assets', '-o', 'all.zip'])).toMatchObject({ code: 0 });
  const files = await readZip(await readFile(join(folder, 'all.zip')), LIMITS);
  expect(files.get('metadata.yaml')).toContain('type: assets');
  const charts = new Map(
    [...files].filter(([path]) => path === 'metadata.yaml' || path.startsWith('charts/')),
  );
  await writeFile(join(folder, 'charts.zip'), await writeZip('some', charts, new Date()));
  const refused = await chartroom(['import', 'charts.zip']);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain('dataset_uuid');
  expect(await chartroom(['import', 'charts.zip', '--sparse'])).toMatchObject({ code: 0 });
});

test('a password that is missing is asked for by its file, and taken from the command line and the environment', async () => {
  await chartroom(['export', 'database', String(house.uploads), '-o', 'database.zip']);
  const files = await readZip(await readFile(join(folder, 'database.zip')), LIMITS);
  const text = (name: string, uuid: string) =>
    `database_name: ${name}\nsqlalchemy_uri: postgresql://me:XXXXXXXXXX@127.0.0.1/db\nversion: 1.0.0\nuuid: ${uuid}\n`;
  const archive = async (name: string, uuid: string) => {
    const documents = new Map([
      ['metadata.yaml', files.get('metadata.yaml') ?? ''],
      [`databases/${name}.yaml`, text(name, uuid)],
    ]);
    await writeFile(join(folder, `${name}.zip`), await writeZip('one', documents, new Date()));
  };
  await archive('sales', '00000000-0000-4000-8000-000000000001');
  await archive('stock', '00000000-0000-4000-8000-000000000002');
  const refused = await chartroom(['import', 'sales.zip']);
  expect(refused.err).toContain(
    'databases/sales.yaml: {"_schema":["Must provide a password for the database"]}',
  );
  expect(refused.code).toBe(1);
  expect(await chartroom(['import', 'sales.zip', '--password', 'databases/sales.yaml=a=b'])).toMatchObject({
    code: 0,
  });
  const environment = { CHARTROOM_IMPORT_PASSWORDS: '{"databases/stock.yaml":"hidden"}' };
  expect(await chartroom(['import', 'stock.zip'], environment)).toMatchObject({ code: 0 });
});

test('wrong calls end with 2, and what cannot be done with 1 and the reason', async () => {
  for (const args of [
    [],
    ['dance'],
    ['export'],
    ['export', 'chart'],
    ['export', 'chart', 'x'],
    ['export', 'assets', '1'],
    ['import'],
    ['--what'],
  ])
    expect(await chartroom(args), args.join(' ')).toMatchObject({ code: 2, out: '' });
  expect((await chartroom(['import', 'x.zip', '--password', 'nothing'])).code).toBe(2);
  expect(await chartroom(['help'])).toMatchObject({ code: 0, out: expect.stringContaining('export assets') });
  expect((await chartroom(['export', 'chart', '99999999'])).err).toContain('404');
  expect((await chartroom(['import', 'absent.zip'])).err).toContain('absent.zip cannot be read');
  await writeFile(join(folder, 'no.zip'), 'no archive');
  expect((await chartroom(['import', 'no.zip'])).err).toContain('no zip archive');
  expect(await chartroom(['export', 'assets'], { CHARTROOM_API_KEY: 'crk_wrong' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('--key'),
  });
  expect((await chartroom(['export', 'assets', '--url', 'http://127.0.0.1:1'])).err).toContain(
    'No server answers at http://127.0.0.1:1',
  );
  expect((await chartroom(['export', 'assets', '--url', 'house'])).code).toBe(2);
});

test('the doctor names what is wrong and changes nothing', async () => {
  const ill = await chartroom(['doctor']);
  // The databases that another case has brought in lead nowhere.
  expect(ill).toMatchObject({ code: 1, out: '' });
  expect(ill.err).toContain('ok     settings: all can be used');
  expect(ill.err).toContain('ok     database "uploads": answers');
  expect(ill.err).toContain('WRONG  database "sales"');
  const alone = await chartroom(['doctor'], { CHARTROOM_API_KEY: '' });
  expect(alone).toMatchObject({ code: 0, out: expect.stringContaining('not looked at: no key was given') });
  const wrong = await chartroom(['doctor', '--url', 'http://127.0.0.1:1'], {
    CHARTROOM_PORT: 'x',
    CHARTROOM_HOME: '',
  });
  expect(wrong.err).toMatch(/WRONG {2}settings:.*CHARTROOM_PORT.*WRONG {2}server: No server answers/s);
  await writeFile(join(folder, 'records.sqlite'), 'no records, but long enough to be looked at');
  expect((await chartroom(['doctor'])).err).toContain('WRONG  records:');
  await rm(join(folder, 'records.sqlite'));
});

test('a document from before there were archives comes in too', async () => {
  const document =
    '- {table_name: older, sql: select 1 as a, params: \'{"database_name": "uploads"}\', columns: [], metrics: []}\n';
  await writeFile(join(folder, 'older.yaml'), document);
  const told = await chartroom(['import', 'older.yaml']);
  expect(told).toMatchObject({ code: 0 });
  expect(told.out).toMatch(/created\s+older.yaml\/datasets\/older.yaml/);
  await writeFile(join(folder, 'older.json'), '{"dashboards": [{"__Slice__": {}}]}');
  expect((await chartroom(['import', 'older.json'])).err).toContain('__Dashboard__');
});
