import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineOfUri } from './catalog.ts';
import type { FileSource } from './child/protocol.ts';
import { fileTables } from './duckdb/read-file.ts';
import type { Session, TableLoad } from './engine.ts';
import { isReachable, SERVERS } from './reachable-server.ts';
import { readRows } from './read-rows.ts';

const home = mkdtempSync(join(tmpdir(), 'chartroom-load-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const live = () => new AbortController().signal;

function open(uri: string): Session {
  const engine = engineOfUri(uri);
  if (!engine) throw new Error(`There is no engine for ${uri}.`);
  return engine.open({ uri, extra: {}, home });
}

const uris = ['duckdb:///load.duckdb'];
for (const name of ['PostgreSQL', 'MariaDB'] as const) {
  if (await isReachable(name, 'loading files into it')) uris.push(SERVERS[name].uri);
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
}

describe.each(uris)('%s', (uri) => {
  const session = open(uri);
  const isMysql = uri === SERVERS.MariaDB.uri;
  const schema = uri === SERVERS.PostgreSQL.uri ? 'public' : isMysql ? new URL(uri).pathname.slice(1) : 'main';
  /** Truth is a small number in MySQL. */
  const truth = isMysql ? 1 : true;
  const table = { table: `load_${process.pid}`, schema };

  const ask = async (sql: string) => readRows(await session.run(sql, { signal: live(), timeoutMs: 20_000, readOnly: true }));
  const load = (source: Partial<FileSource> & { path: string }, options: Partial<TableLoad> = {}) => {
    if (!session.load) throw new Error('This engine takes no files.');
    return session.load({ table, mode: 'replace', signal: live(), source: { format: 'csv', ...source }, ...options });
  };
  const rows = () => ask(`SELECT * FROM ${table.table}`);

  beforeAll(() => session.dropTable?.(table));
  afterAll(async () => {
    await session.dropTable?.(table);
    await session.close();
  });

  test('a plain CSV, and what happens when the table is there', async () => {
    const path = file('plain.csv', 'id,name\n1,one\n2,"two, ""quoted"" \\ tab\there"\n');
    expect(await load({ path }, { mode: 'fail' })).toBe(2);
    await expect(load({ path }, { mode: 'fail' })).rejects.toMatchObject({
      status: 422,
      error_type: 'GENERIC_COMMAND_ERROR',
      message: expect.stringContaining('already exists'),
    });
    expect(await load({ path }, { mode: 'append' })).toBe(2);
    expect(await load({ path: file('other.csv', 'name\nthree\n') }, { mode: 'append' })).toBe(1);
    expect((await rows()).at(-1)).toEqual([null, 'three']);
    expect(await load({ path }, { mode: 'replace' })).toBe(2);
    expect(await rows()).toEqual([
      [1, 'one'],
      [2, 'two, "quoted" \\ tab\there'],
    ]);
  });

  test.each([
    ['short.csv', 'a,b,c\n1,2,3\n4,5\n6,7,8\n', 'Line 3 of the file has 2 columns, the header has 3: 4,5'],
    ['long.csv', 'a,b\n1,2\n3,4,5\n', 'Line 3 of the file has 3 columns, the header has 2: 3,4,5'],
    ['quote.csv', 'a,b\n1,"open\n2,3\n', 'Line 2 of the file has a quotation mark without its counterpart'],
    ['late.csv', `a,b\n${'1,2\n'.repeat(30_000)}x,y,z\n`, 'Line 30002 of the file has 3 columns, the header has 2: x,y,z'],
    ['empty.csv', '', 'The file is empty.'],
    ['latin.csv', new Uint8Array(Buffer.from('name\nJosé\n', 'latin1')), 'Line 2 of the file is not UTF-8 text'],
  ])('%s is refused, and the table stays as it was', async (name, content, message) => {
    await load({ path: file('good.csv', 'kept\n1\n') });
    await expect(load({ path: file(name, content) })).rejects.toMatchObject({
      status: 422,
      error_type: 'GENERIC_COMMAND_ERROR',
      message: expect.stringContaining(message),
    });
    expect(await rows()).toEqual([[1]]);
  });

  test('a file that is no Parquet file is refused without telling where it lies', async () => {
    const failure = await load({ path: file('bad.parquet', 'PAR1 nonsense PAR1'), format: 'columnar' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 422 });
    expect(String(failure)).not.toContain(home);
  });

  test('types are those of all values', async () => {
    const path = file(
      'types.csv',
      `whole,big,fraction,code,truth,day,moment,text\n1,9223372036854775808,1.5,007,true,2024-01-31,2024-01-31 10:00:00.5,x\n2,1,2,010,false,2024-02-01,2024-02-01 00:00,\n`,
    );
    await load({ path, detectDates: true });
    expect(
      JSON.stringify(await rows(), (_, value) => (typeof value === 'bigint' ? `${value}n` : value)).replaceAll(
        '{"text":"9223372036854775808"}',
        '"9223372036854775808n"',
      ),
    ).toContain(`[1,"9223372036854775808n",1.5,"007",${truth},${Date.UTC(2024, 0, 31)},${Date.UTC(2024, 0, 31, 10) + 500},"x"]`);
  });

  test('a last line that surprises decides the types', async () => {
    const usual = Array.from({ length: 25_000 }, (_, row) => `${row},${row},${row},,1.5,2024-01-01,true\n`).join('');
    await load({
      path: file('surprise.csv', `text,code,fraction,late,huge,day,truth\n${usual}x,007,1.5,7,x,2024-01-02 10:00,7\n`),
      detectDates: true,
    });
    const types = (await session.describe(table)).columns.map((column) =>
      column.nativeType
        .replace(/^(TEXT|LONGTEXT|VARCHAR)$/, 'text')
        .replace('DOUBLE PRECISION', 'DOUBLE')
        .replace('BIGINT(20)', 'BIGINT'),
    );
    expect(types).toEqual(['text', 'text', 'DOUBLE', 'BIGINT', 'text', expect.stringMatching(/^(TIMESTAMP|DATETIME\(6\))/), 'text']);
  });

  test('the options of the form', async () => {
    const path = file(
      'form.csv',
      'ignored\ncity;people;area;founded;note\nParis;2148000;105,4;31.12.1800;\nNice;342522;71,92;n/a;"sea; sun"\n',
    );
    await load({ path, skipRows: 1, delimiter: ';', decimalSeparator: ',', nullValues: ['n/a'], dateColumns: ['founded'], dayFirst: true });
    expect(await rows()).toEqual([
      ['Paris', 2148000, 105.4, Date.UTC(1800, 11, 31), ''],
      ['Nice', 342522, 71.92, null, 'sea; sun'],
    ]);
    await load({ path, skipRows: 1, delimiter: ';', columns: ['people'], types: { people: 'str' }, indexLabel: 'row', maxRows: 1 });
    expect(await rows()).toEqual([[0, '2148000']]);
    await expect(load({ path, skipRows: 1, columns: ['nobody'] })).rejects.toThrow('no column "nobody"');
    await expect(load({ path, skipRows: 1, types: { people: 'INT); DROP TABLE x' } })).rejects.toMatchObject({ status: 422 });
  });

  test('other encodings and separators', async () => {
    await load({ path: file('latin-1.csv', new Uint8Array(Buffer.from('name;n\nJosé;1\n', 'latin1'))), encoding: 'sniff' });
    expect(await rows()).toEqual([['José', 1]]);
    await load({ path: file('utf-16.csv', new Uint8Array(Buffer.from('\uFEFFname\tn\r\nJosé\t1\r\n', 'utf16le'))) });
    expect(await rows()).toEqual([['José', 1]]);
  });

  test('a cancelled load leaves nothing, and says how far it came', async () => {
    await session.dropTable?.(table);
    const path = join(home, 'large.csv');
    const out = createWriteStream(path);
    out.write('n,text\n');
    for (let block = 0; block < 60; block++)
      out.write(Array.from({ length: 25_000 }, (_, row) => `${block * 25_000 + row},some text that takes room\n`).join(''));
    out.end();
    await finished(out);
    const abort = new AbortController();
    const seen: number[] = [];
    const reason = new Error('the person left');
    const onProgress = (count: number): void => {
      seen.push(count);
      abort.abort(reason);
    };
    const loading = load({ path }, { signal: abort.signal, onProgress });
    await expect(loading).rejects.toBe(reason);
    expect(seen.length).toBeGreaterThan(0);
    await expect(rows()).rejects.toMatchObject({ error_type: 'TABLE_DOES_NOT_EXIST_ERROR' });
    expect(await load({ path })).toBe(1_500_000);
    expect(await ask(`SELECT count(*), max(n) FROM ${table.table}`)).toEqual([[1_500_000, 1_499_999]]);
  }, 90_000);

  test('a columnar file, with every kind of value', async () => {
    const path = join(home, 'kinds.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT 1::BIGINT AS i, 1.25::DECIMAL(10, 2) AS d, TIMESTAMP '2024-02-29 13:14:15.123456' AS t, DATE '0044-03-15' AS day, true AS b, [1, 2] AS list, 'x' AS s, NULL::INTEGER AS nothing, 'A'::BLOB AS bytes, '\\a' || chr(9) || 'b' AS odd) TO '${path}' (FORMAT parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    expect(await load({ path, format: 'columnar' })).toBe(1);
    const [row] = await rows();
    expect(row?.map((cell) => (cell === '[1,2]' ? '[1, 2]' : String(cell)))).toEqual([
      '1',
      '1.25',
      String(Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456),
      String(new Date('0044-03-15').getTime()),
      String(truth),
      '[1, 2]',
      'x',
      'null',
      'A',
      '\\a\tb',
    ]);
    expect(await fileTables({ path, format: 'columnar' }, live())).toEqual([
      { sheet_name: null, column_names: ['i', 'd', 't', 'day', 'b', 'list', 's', 'nothing', 'bytes', 'odd'] },
    ]);
  });
});

test('names of columns are found in the head of the file', async () => {
  const path = file('names.csv', 'a,"b\nb",,A\n1,2,3,4\n');
  expect(await fileTables({ path, format: 'csv' }, live())).toEqual([
    { sheet_name: null, column_names: ['a', 'b\nb', 'Unnamed: 2', 'A.1'] },
  ]);
  await expect(fileTables({ path: file('none.csv', ''), format: 'csv' }, live())).rejects.toMatchObject({ status: 422 });
});
