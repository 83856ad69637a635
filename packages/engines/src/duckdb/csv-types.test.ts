import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { findCsvTypes } from './csv-types.ts';

test('a file is not read anew for each column whose type was asked for', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const names = Array.from({ length: 30 }, (_, column) => `c${column}`);
  await connection.run(
    `CREATE TABLE lines AS SELECT ${names.map((name) => `range::VARCHAR AS ${name}`).join(', ')} FROM range(9)`,
  );
  let looks = 0;
  const look = connection.runAndReadAll.bind(connection);
  connection.runAndReadAll = (...question) => {
    looks += 1;
    return look(...question);
  };
  const find = (type: string) =>
    findCsvTypes(connection, 'lines', names, {
      path: '',
      format: 'csv',
      types: Object.fromEntries(names.map((name) => [name, type])),
    });
  try {
    expect((await find('TINYINT')).at(-1)).toEqual({ name: 'c29', expression: 'CAST("c29" AS TINYINT)' });
    expect(looks).toBe(3);
    await connection.run("UPDATE lines SET c7 = 'x' WHERE c7 = '8'");
    await expect(find('TINYINT')).rejects.toThrow('Cannot convert column "c7" to TINYINT: it holds "x".');
    expect(looks).toBe(5);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
});
