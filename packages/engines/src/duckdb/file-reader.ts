import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { FileSource } from '../child/protocol.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** An in-memory instance that can open exactly one file. */
export async function openFileReader(path: string): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' });
  const connection = await instance.connect();
  await connection.run(`SET allowed_paths = [${quoteText(path)}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

/** The SELECT that reads the file as its options say; types are found by reading all of a CSV. */
export async function fileSelect(connection: DuckDBConnection, source: FileSource): Promise<string> {
  const from = source.format === 'csv' ? csvFunction(source) : `read_parquet(${quoteText(source.path)})`;
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
  const found = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
  const missing = (source.columns ?? []).filter((name) => !found.some((column) => column.name === name));
  if (missing.length > 0) throw new Error(`Binder Error: the file has no column ${missing.map((name) => `"${name}"`).join(', ')}`);
  const kept = source.columns ? found.filter((column) => source.columns?.includes(column.name)) : found;
  const items = kept.map((column) => `${columnExpression(column, source)} AS ${quoteName(column.name)}`);
  if (source.indexLabel) items.unshift(`row_number() OVER () - 1 AS ${quoteName(source.indexLabel)}`);
  const limit = source.maxRows === undefined ? '' : ` LIMIT ${Math.trunc(source.maxRows)}`;
  return `SELECT ${items.join(', ')} FROM ${from}${limit}`;
}

function csvFunction(source: FileSource): string {
  const header = source.header === undefined ? 0 : source.header;
  const skip = (source.skipRows ?? 0) + (header ?? 0);
  const options = [
    `header = ${header !== null}`,
    'sample_size = -1',
    `nullstr = [${['', ...(source.nullValues ?? [])].map(quoteText).join(', ')}]`,
    ...(skip > 0 ? [`skip = ${skip}`] : []),
    ...(source.delimiter ? [`delim = ${quoteText(source.delimiter)}`] : []),
    ...(source.decimalSeparator ? [`decimal_separator = ${quoteText(source.decimalSeparator)}`] : []),
    ...(source.types && Object.keys(source.types).length > 0
      ? [
          `types = {${Object.entries(source.types)
            .map(([name, type]) => `${quoteText(name)}: ${quoteText(type)}`)
            .join(', ')}}`,
        ]
      : []),
    ...(source.detectDates ? [] : ["auto_type_candidates = ['BIGINT', 'DOUBLE', 'BOOLEAN', 'VARCHAR']"]),
  ];
  return `read_csv(${quoteText(source.path)}, ${options.join(', ')})`;
}

const DATE_ORDERS = { month: "['%m/%d/%Y', '%m/%d/%Y %H:%M:%S']", day: "['%d/%m/%Y', '%d/%m/%Y %H:%M:%S', '%d.%m.%Y']" };

function columnExpression(column: { name: string; type: string }, source: FileSource): string {
  const name = quoteName(column.name);
  const text = source.skipInitialSpace && column.type === 'VARCHAR' ? `ltrim(${name})` : name;
  if (!source.dateColumns?.includes(column.name) || column.type.startsWith('TIMESTAMP')) return text;
  const formats = source.dayFirst ? DATE_ORDERS.day : DATE_ORDERS.month;
  return `coalesce(try_cast(${text} AS TIMESTAMP), try_strptime(CAST(${text} AS VARCHAR), ${formats}))`;
}
