import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { FileSource } from '../child/protocol.ts';
import type { OnInterrupt } from '../child/serve.ts';
import { sheetAsCsv } from '../excel/sheet-as-csv.ts';
import { fileProblem } from '../file-problem.ts';
import { type CsvHead, readCsvHead } from './csv-head.ts';
import { findCsvTypes } from './csv-types.ts';
import { explainFileError } from './file-errors.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Texts that stand for nothing when the form names none: those of the reference's reader. */
const NOTHING = [
  '',
  '#N/A',
  '#N/A N/A',
  '#NA',
  '-1.#IND',
  '-1.#QNAN',
  '-NaN',
  '-nan',
  '1.#IND',
  '1.#QNAN',
  '<NA>',
  'N/A',
  'NA',
  'NULL',
  'NaN',
  'None',
  'n/a',
  'nan',
  'null',
];
/** Of those, texts that are never something: `NA` is also Namibia. */
const SURELY_NOTHING = NOTHING.filter((text) => text !== 'NA' && text !== 'None');

/** A file that is open for reading as a table. */
export interface OpenFile {
  connection: DuckDBConnection;
  /** The SELECT that gives its rows. */
  select: string;
  close(): Promise<void>;
}

/**
 * Opens a file in an in-memory instance that can open this one file and nothing else. The types of a CSV are found by
 * reading all of it, so that a malformed line is told before anything is written. Throws errors that name the line.
 */
export async function openFileReader(source: FileSource, onInterrupt: OnInterrupt): Promise<OpenFile> {
  const sheet = source.format === 'excel' ? await sheetAsCsv(source) : undefined;
  const readable = sheet?.source ?? source;
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' });
  const connection = await instance.connect();
  const close = async (): Promise<void> => {
    connection.closeSync();
    instance.closeSync();
    await sheet?.remove();
  };
  onInterrupt(() => connection.interrupt());
  try {
    await connection.run(`SET allowed_paths = [${quoteText(readable.path)}]`);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    return { connection, select: await fileSelect(connection, readable), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fileSelect(connection: DuckDBConnection, source: FileSource): Promise<string> {
  try {
    const { from, items } = source.format === 'csv' ? await csvSelect(connection, source) : await columnarSelect(connection, source);
    if (source.indexLabel) items.unshift(`row_number() OVER () - 1 AS ${quoteName(source.indexLabel)}`);
    const limit = source.maxRows === undefined ? '' : ` LIMIT ${Math.trunc(source.maxRows)}`;
    return `SELECT ${items.join(', ')} FROM ${from}${limit}`;
  } catch (error) {
    throw explainFileError(error, source.path);
  }
}

interface FileSelect {
  from: string;
  items: string[];
}

async function csvSelect(connection: DuckDBConnection, source: FileSource): Promise<FileSelect> {
  const head = await readCsvHead(source);
  checkColumns(head.names, source);
  const from = csvFunction(head, source, head.encoding);
  const select = async (table: string): Promise<FileSelect> => {
    const columns = await findCsvTypes(connection, table, head.names, source);
    return { from: table, items: columns.map(({ name, expression }) => `${expression} AS ${quoteName(name)}`) };
  };
  try {
    return await select(from);
  } catch (error) {
    const isOtherText = error instanceof Error && error.message.includes('not utf-8 encoded');
    if (source.encoding !== 'sniff' || !isOtherText) throw error;
    return select(csvFunction(head, source, 'latin-1'));
  }
}

async function columnarSelect(connection: DuckDBConnection, source: FileSource): Promise<FileSelect> {
  const from = `read_parquet(${quoteText(source.path)})`;
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
  const names = described.getRows().map(([name]) => String(name));
  checkColumns(names, source);
  return { from, items: names.filter((name) => source.columns?.includes(name) ?? true).map(quoteName) };
}

function checkColumns(names: readonly string[], source: FileSource): void {
  const wanted = [...(source.columns ?? []), ...(source.dateColumns ?? []), ...Object.keys(source.types ?? {})];
  const missing = [...new Set(wanted)].filter((name) => !names.includes(name));
  if (missing.length > 0) throw fileProblem(`The file has no column ${missing.map((name) => `"${name}"`).join(', ')}.`);
}

function csvFunction(head: CsvHead, source: FileSource, encoding: string): string {
  const usual = source.detectDates ? SURELY_NOTHING : NOTHING;
  const nothing = source.nullValues && source.nullValues.length > 0 ? source.nullValues : usual;
  const options = [
    'auto_detect = false',
    'header = false',
    'strict_mode = true',
    `skip = ${head.skip}`,
    `delim = ${quoteText(head.delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    `encoding = ${quoteText(encoding)}`,
    `nullstr = [${nothing.map(quoteText).join(', ')}]`,
    `columns = {${head.names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ')}}`,
  ];
  return `read_csv(${quoteText(source.path)}, ${options.join(', ')})`;
}
