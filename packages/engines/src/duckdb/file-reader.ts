import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { usualEngineMemory } from '../child/memory-watch.ts';
import type { OnInterrupt } from '../child/serve.ts';
import { sheetAsCsv } from '../excel/sheet-as-csv.ts';
import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import type { StandIn } from '../files/stand-in.ts';
import { withBlankRows } from './blank-lines.ts';
import { type CsvHead, readCsvHead, requireColumns } from './csv-head.ts';
import { type FileColumn, findCsvTypes } from './csv-types.ts';
import { explainFileError } from './file-errors.ts';
import { quoteName, quoteText } from './sql-text.ts';
import { unpacked } from './unpacked.ts';

/** Bytes that a line of a CSV may have when the form says nothing. */
const LONGEST_LINE = 2 ** 24;
/** Part of the memory of all engines that reading a file may take. */
const READER_SHARE = 0.25;

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
  /** What went wrong while it was read, in words that know only the file as it was sent. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
}

/**
 * Opens a file in an in-memory instance that can open this one file and nothing else. The types of a CSV are found by
 * reading all of it, so that a malformed line is told before anything is written. Throws errors that name the line. An
 * interrupt stops what is done before the file can be read, too: it may have to be unpacked.
 */
export async function openFileReader(source: FileSource, onInterrupt: OnInterrupt): Promise<OpenFile> {
  const stop = new AbortController();
  onInterrupt(() => stop.abort());
  const files = await readableFiles(source, stop.signal);
  const names = new Map(
    [source.path, ...files.paths].map((path) => [path, files.names?.get(path) ?? 'the file']),
  );
  const explain = (error: unknown): unknown => explainFileError(error, names);
  try {
    return await openReader(files, { explain, signal: stop.signal, onInterrupt });
  } catch (error) {
    await files.remove();
    throw error;
  }
}

/** What the engine can read of a file: itself, or what stands in for it. */
async function readableFiles(source: FileSource, signal: AbortSignal): Promise<StandIn> {
  if (source.format === 'excel') return sheetAsCsv(source, signal);
  const standIn = (await withBlankRows(source, signal)) ?? (await unpacked(source, signal));
  return standIn ?? { source, paths: [source.path], remove: async () => undefined };
}

interface Opening {
  explain(error: unknown): unknown;
  signal: AbortSignal;
  onInterrupt: OnInterrupt;
}

async function openReader(
  { source, paths, remove }: StandIn,
  { explain, signal, onInterrupt }: Opening,
): Promise<OpenFile> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${Math.floor(usualEngineMemory() * READER_SHARE)}MB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const disconnect = (): void => {
    connection.closeSync();
    instance.closeSync();
  };
  const close = async (): Promise<void> => {
    disconnect();
    await remove();
  };
  onInterrupt(() => connection.interrupt());
  try {
    signal.throwIfAborted();
    await connection.run(`SET allowed_paths = [${paths.map(quoteText).join(', ')}]`);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    return { connection, select: await fileSelect(connection, source, paths), explain, close };
  } catch (error) {
    disconnect();
    throw explain(error);
  }
}

async function fileSelect(
  connection: DuckDBConnection,
  source: FileSource,
  paths: readonly string[],
): Promise<string> {
  const { from, items } =
    source.format === 'csv'
      ? await csvSelect(connection, source)
      : await columnarSelect(connection, source, paths);
  const limit = source.maxRows === undefined ? '' : ` LIMIT ${Math.trunc(source.maxRows)}`;
  const columns = withIndex(items, source).map(
    ({ name, expression }) => `${expression} AS ${quoteName(name)}`,
  );
  if (columns.length === 0)
    throw fileProblem(`The file has no column besides its index "${source.indexColumn}".`);
  return `SELECT ${columns.join(', ')} FROM ${from}${limit}`;
}

interface FileSelect {
  from: string;
  items: FileColumn[];
}

/** The columns with the index before them where it is to be kept, and without it where not. */
function withIndex(items: readonly FileColumn[], { indexLabel, indexColumn }: FileSource): FileColumn[] {
  const numbers = { name: indexColumn ?? '', expression: 'row_number() OVER () - 1' };
  const index = items.find(({ name }) => name === indexColumn) ?? numbers;
  const others = items.filter((item) => item !== index);
  return indexLabel ? [{ name: indexLabel, expression: index.expression }, ...others] : others;
}

async function csvSelect(connection: DuckDBConnection, source: FileSource): Promise<FileSelect> {
  const head = await readCsvHead(source);
  checkColumns(head.names, source);
  const select = async (reading: CsvReading): Promise<FileSelect> => {
    const from = csvFunction(head, source, reading);
    try {
      return { from, items: await findCsvTypes(connection, from, head.names, source) };
    } catch (error) {
      const other = otherReading(error, source, reading);
      if (!other) throw error;
      return select(other);
    }
  };
  return select({ encoding: head.encoding, pads: false });
}

/** How the lines of a CSV are read. */
interface CsvReading {
  encoding: string;
  /** Lines with fewer columns than the header are filled up: only one thread can do that. */
  pads: boolean;
}

/** How a file can be read that could not be read as it was tried. */
function otherReading(error: unknown, source: FileSource, reading: CsvReading): CsvReading | undefined {
  if (!(error instanceof Error)) return undefined;
  const isOtherText = error.message.includes('not utf-8 encoded');
  if (isOtherText && source.encoding === 'sniff' && reading.encoding !== 'latin-1')
    return { ...reading, encoding: 'latin-1' };
  const [, expected, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(error.message) ?? [];
  return !reading.pads && Number(found) < Number(expected) ? { ...reading, pads: true } : undefined;
}

async function columnarSelect(
  connection: DuckDBConnection,
  source: FileSource,
  paths: readonly string[],
): Promise<FileSelect> {
  const from = `read_parquet([${paths.map(quoteText).join(', ')}], union_by_name = true)`;
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
  const names = described.getRows().map(([name]) => String(name));
  requireColumns(names.length, source);
  checkColumns(names, source);
  const kept = names.filter((name) => source.columns?.includes(name) ?? true);
  return { from, items: kept.map((name) => ({ name, expression: quoteName(name) })) };
}

function checkColumns(names: readonly string[], source: FileSource): void {
  const index = source.indexColumn === undefined ? [] : [source.indexColumn];
  const wanted = [
    ...index,
    ...(source.columns ?? []),
    ...(source.dateColumns ?? []),
    ...Object.keys(source.types ?? {}),
  ];
  const missing = [...new Set(wanted)].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw fileProblem(`The file has no column ${missing.map((name) => `"${name}"`).join(', ')}.`);
}

function csvFunction(head: CsvHead, source: FileSource, { encoding, pads }: CsvReading): string {
  const usual = source.detectDates ? SURELY_NOTHING : NOTHING;
  const words = source.nullValues && source.nullValues.length > 0 ? source.nullValues : usual;
  // The engine takes no word that holds a separator or a quotation mark; no cell of such a file can be one either.
  const nothing = words.filter((word) => !word.includes(head.delimiter) && !word.includes('"'));
  const options = [
    'auto_detect = false',
    'header = false',
    'strict_mode = true',
    ...(pads ? ['null_padding = true', 'parallel = false'] : []),
    `skip = ${head.skipRecords}`,
    // Unless it is said, the engine silently leaves out a last line that its buffer does not hold.
    `max_line_size = ${source.maxLineBytes ?? LONGEST_LINE}`,
    `delim = ${quoteText(head.delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    `encoding = ${quoteText(encoding)}`,
    // Without any word the engine would take empty cells for nothing; this one is in no file of texts.
    `nullstr = [${(nothing.length > 0 ? nothing : ['\u0001']).map(quoteText).join(', ')}]`,
    `columns = {${head.names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ')}}`,
  ];
  return `read_csv(${quoteText(source.path)}, ${options.join(', ')})`;
}
