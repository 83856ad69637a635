import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { usualEngineMemory } from '../child/memory-watch.ts';
import type { Look } from '../child/protocol.ts';
import type { OnInterrupt } from '../child/serve.ts';
import { sheetAsCsv } from '../excel/sheet-as-csv.ts';
import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import type { StandIn } from '../files/stand-in.ts';
import { withBlankRows } from './blank-lines.ts';
import { requireColumns } from './csv-head.ts';
import { csvSelect, type FileSelect, type Reading } from './csv-reader.ts';
import type { FileColumn } from './csv-types.ts';
import { explainFileError } from './file-errors.ts';
import { checkColumns } from './known-columns.ts';
import { countProgress, watchLooks } from './look-watch.ts';
import { asPlainText } from './plain-text.ts';
import { quoteName, quoteText } from './sql-text.ts';
import { unpacked } from './unpacked.ts';

/** Part of the memory of all engines that reading a file may take. */
const READER_SHARE = 0.25;

/** A file that is open for reading as a table. */
export interface OpenFile {
  connection: DuckDBConnection;
  /** The SELECT that gives its rows. */
  select: string;
  /** How it is read. */
  reading: Reading;
  /** What went wrong while it was read, in words that know only the file as it was sent. */
  explain(error: unknown): unknown;
  /** From now on nobody is told how far it is read. */
  endLooks(): void;
  close(): Promise<void>;
}

/**
 * Opens a file in an in-memory instance that can open this one file and nothing else. The types of a CSV are found by
 * reading all of it, so that a malformed line is told before anything is written. Throws errors that name the line. An
 * interrupt stops what is done before the file can be read, too: it may have to be unpacked. `onLook` is told how far that is.
 */
export async function openFileReader(
  source: FileSource,
  onInterrupt: OnInterrupt,
  onLook?: (look: Look) => void,
): Promise<OpenFile> {
  const stop = new AbortController();
  onInterrupt(() => stop.abort());
  const files = await readableFiles(source, stop.signal);
  const names = new Map(
    [source.path, ...files.paths].map((path) => [path, files.names?.get(path) ?? 'the file']),
  );
  const explain = (error: unknown): unknown => explainFileError(error, names);
  try {
    return await openReader(files, { explain, signal: stop.signal, onInterrupt, onLook });
  } catch (error) {
    await files.remove();
    throw error;
  }
}

/** What the engine can read of a file: itself, or what stands in for it. */
async function readableFiles(source: FileSource, signal: AbortSignal): Promise<StandIn> {
  if (source.format === 'excel') return sheetAsCsv(source, signal);
  const text = await asPlainText(source, signal);
  try {
    const standIn = (await withBlankRows(text?.source ?? source, signal)) ?? (await unpacked(source, signal));
    return both(text, standIn) ?? { source, paths: [source.path], remove: async () => undefined };
  } catch (error) {
    await text?.remove();
    throw error;
  }
}

/** A file that stands for another which stands for the one that was sent. */
function both(first: StandIn | undefined, second: StandIn | undefined): StandIn | undefined {
  if (!first || !second) return second ?? first;
  const remove = async (): Promise<void> => {
    await Promise.all([first.remove(), second.remove()]);
  };
  return { ...second, paths: [...first.paths, ...second.paths], encoding: first.encoding, remove };
}

interface Opening {
  explain(error: unknown): unknown;
  signal: AbortSignal;
  onInterrupt: OnInterrupt;
  onLook: ((look: Look) => void) | undefined;
}

async function openReader(
  { source, paths, encoding, remove }: StandIn,
  { explain, signal, onInterrupt, onLook }: Opening,
): Promise<OpenFile> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${Math.floor(usualEngineMemory() * READER_SHARE)}MB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const endLooks = onLook ? watchLooks(connection, onLook) : () => undefined;
  const disconnect = (): void => {
    endLooks();
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
    if (onLook) await countProgress(connection);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    const { select, reading } = await fileSelect(connection, source, paths);
    if (encoding !== undefined && reading.layout) reading.layout.encoding = encoding;
    return { connection, select, reading, explain, endLooks, close };
  } catch (error) {
    disconnect();
    throw explain(error);
  }
}

async function fileSelect(
  connection: DuckDBConnection,
  source: FileSource,
  paths: readonly string[],
): Promise<Pick<OpenFile, 'select' | 'reading'>> {
  const { from, items, reading } =
    source.format === 'csv'
      ? await csvSelect(connection, source)
      : await columnarSelect(connection, source, paths);
  const limit = source.maxRows === undefined ? '' : ` LIMIT ${Math.trunc(source.maxRows)}`;
  const columns = withIndex(items, source).map(
    ({ name, expression }) => `${expression} AS ${quoteName(name)}`,
  );
  if (columns.length === 0)
    throw fileProblem(`The file has no column besides its index "${source.indexColumn}".`);
  return { select: `SELECT ${columns.join(', ')} FROM ${from}${limit}`, reading };
}

/** The columns with the index before them where it is to be kept, and without it where not. */
function withIndex(items: readonly FileColumn[], { indexLabel, indexColumn }: FileSource): FileColumn[] {
  const numbers = { name: indexColumn ?? '', expression: 'row_number() OVER () - 1' };
  const index = items.find(({ name }) => name === indexColumn) ?? numbers;
  const others = items.filter((item) => item !== index);
  return indexLabel ? [{ name: indexLabel, expression: index.expression }, ...others] : others;
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
  const items = kept.map((name) => ({ name, expression: quoteName(name) }));
  return { from, items, reading: { from, columns: items, names, lines: [], lineCount: 0 } };
}
