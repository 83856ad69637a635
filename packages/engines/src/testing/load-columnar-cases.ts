import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { fileTables } from '../duckdb/read-file.ts';
import { zip } from '../excel/book.ts';
import type { LoadHouse, LoadSubject } from './load-house.ts';

/** Parquet, alone and in archives. */
export function columnarCases(
  { engine, home, live, load, rows, file }: LoadHouse,
  { truth = true, list = '[1, 2]', fromYear = 0 }: LoadSubject,
): void {
  test('a columnar file, with every kind of value', async () => {
    const path = join(home, 'kinds.parquet');
    await writeParquet(
      path,
      `SELECT 1::BIGINT AS i, 1.25::DECIMAL(10, 2) AS d, TIMESTAMP '2024-02-29 13:14:15.123456' AS t, DATE '1944-03-15' AS day, true AS b, [1, 2] AS list, 'x' AS s, NULL::INTEGER AS nothing, 'A'::BLOB AS bytes, '\\a' || chr(9) || 'b' AS odd`,
    );
    expect(await load({ path, format: 'columnar' })).toBe(1);
    const [row] = await rows();
    expect(row?.map(String)).toEqual([
      '1',
      '1.25',
      String(Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456),
      String(Date.UTC(1944, 2, 15)),
      String(truth),
      list,
      'x',
      'null',
      'A',
      '\\a\tb',
    ]);
    expect(await fileTables({ path, format: 'columnar' }, live())).toEqual([
      { sheet_name: null, column_names: ['i', 'd', 't', 'day', 'b', 'list', 's', 'nothing', 'bytes', 'odd'] },
    ]);
  });

  test('a zip of columnar files is one table', async () => {
    const [one, two] = [join(home, 'one.parquet'), join(home, 'two.parquet')];
    await writeParquet(one, "SELECT 1::BIGINT AS i, 'x' AS s");
    await writeParquet(two, "SELECT 'y' AS s, 2::BIGINT AS i");
    const path = file(
      'both.zip',
      zip({ 'one.parquet': readFileSync(one), 'two.parquet': readFileSync(two) }),
    );
    expect(await load({ path, format: 'columnar' })).toBe(2);
    expect(await rows()).toEqual([
      [1, 'x'],
      [2, 'y'],
    ]);
    expect(await fileTables({ path, format: 'columnar' }, live())).toEqual([
      { sheet_name: null, column_names: ['i', 's'] },
    ]);
    expect(readdirSync(home).filter((name) => name.startsWith('both.zip'))).toEqual(['both.zip']);
    const mixed = file('mixed.zip', zip({ 'a.parquet': 'x', 'b.txt': 'y' }));
    await expect(load({ path: mixed, format: 'columnar' })).rejects.toThrow(
      'ZIP file contains multiple file types',
    );
    await expect(load({ path: file('no.zip', 'no zip'), format: 'columnar' })).rejects.toThrow(
      'Not a valid ZIP file',
    );
  });

  test('days before all calendars are kept, or the file is refused', async () => {
    const path = join(home, 'early.parquet');
    await writeParquet(
      path,
      "SELECT DATE '0044-03-15' AS \"o'day\", TIMESTAMP '1650-01-02 03:04:05' AS moment",
    );
    await load({ path: file('kept.csv', 'kept\n1\n') });
    const loading = load({ path, format: 'columnar' });
    if (fromYear === 0) {
      expect(await loading).toBe(1);
      expect(await rows()).toEqual([[new Date('0044-03-15').getTime(), Date.UTC(1650, 0, 2, 3, 4, 5)]]);
    } else {
      const told = `The column "o'day" holds a day that ${engine.name.split(' ')[0]} does not know`;
      await expect(loading).rejects.toMatchObject({ status: 422, message: expect.stringContaining(told) });
      expect(await rows()).toEqual([[1]]);
    }
  });
}

async function writeParquet(path: string, select: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}
