/**
 * Writes the example data into a new DuckDB file: `node build-data.ts OUT.duckdb`.
 * Runs as a process of its own, before any engine has the file open. Prints one JSON line per step:
 * `{"table": "flights", "done": 5, "of": 6}`; a failure ends it with the reason on stderr.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'yaml';

interface ExampleTable {
  table: string;
  file: string;
  sql: string;
}

const out = process.argv[2];
if (!out) throw new Error('The path of the file to write is missing.');
const tables: ExampleTable[] = parse(readFileSync(join(import.meta.dirname, 'tables.yaml'), 'utf8'));
// The package exports its code only; its data stands in a folder beside it.
const data = join(import.meta.dirname, '..', 'node_modules', 'vega-datasets', 'data');

const instance = await DuckDBInstance.create(out, { threads: '2', memory_limit: '1GB' });
const connection = await instance.connect();
for (const [done, { table, file, sql }] of tables.entries()) {
  console.log(JSON.stringify({ table, done, of: tables.length }));
  const path = `'${join(data, file).replaceAll("'", "''")}'`;
  await connection.run(`CREATE TABLE "${table}" AS ${sql.replace('{file}', path)}`);
}
await connection.run('CHECKPOINT');
connection.closeSync();
instance.closeSync();
console.log(JSON.stringify({ table: null, done: tables.length, of: tables.length }));
