import { ChartroomError } from '@chartroom/model';
import { EngineChild } from '../child/engine-child.ts';
import type { Look } from '../child/protocol.ts';
import type { Result } from '../engine.ts';
import { sheetHeads } from '../excel/sheet-as-csv.ts';
import { FILE_ERROR } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import { firstLines } from '../files/first-lines.ts';
import { readRows } from '../files/read-rows.ts';
import { readCsvHead } from './csv-head.ts';
import { classifyDuckDbError } from './errors.ts';
import type { FileReport } from './file-report.ts';

/** Milliseconds until a reader that nobody asks ends by itself. */
const IDLE_MS = 10_000;

/** A file is read as it comes, and has its own bound where it is received. */
const OF_FILES = { MAX_ANSWER_BYTES: Number.POSITIVE_INFINITY, MAX_CELL_BYTES: 64 * 2 ** 20 };

/** A file that is read as a table by a process of its own. */
export interface FileReader {
  /** Answers a SELECT over the view `file`. */
  query(sql: string, signal: AbortSignal, onLook?: (look: Look) => void): Promise<Result>;
  close(): Promise<void>;
}

/** Opens a CSV or columnar file for engines that cannot read it themselves. A malformed file is an error of the first query. */
export function openFile(source: FileSource, settings: Record<string, string> = {}): FileReader {
  const child = new EngineChild({
    entry: new URL('./file-child.ts', import.meta.url),
    settings: () => ({ ...settings, source: JSON.stringify(source) }),
    engineName: 'file reader',
    stopBy: 'interrupt',
    idleMs: IDLE_MS,
    classify: (message, code) => classifyDuckDbError(message, code, [source.path]),
  });
  return {
    query: (sql, signal, onLook) =>
      child.run(
        { sql, readOnly: true, bounds: OF_FILES },
        { signal, timeoutMs: Number.POSITIVE_INFINITY, onLook },
      ),
    close: () => child.close(),
  };
}

/** A table that a file holds: the columns' names, and the sheet's in a workbook. */
export interface FileTable {
  sheet_name: string | null;
  column_names: string[];
}

/** What a file holds, found without reading all of it. Throws 422 when the file cannot be read. */
export async function fileTables(source: FileSource, signal: AbortSignal): Promise<FileTable[]> {
  try {
    if (source.format === 'excel') return await sheetHeads(source, signal);
    if (source.format === 'csv')
      return [{ sheet_name: null, column_names: (await readCsvHead(source)).names }];
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === FILE_ERROR
      ? classifyDuckDbError(error.message, FILE_ERROR, [])
      : error;
  }
  const reader = openFile(source);
  try {
    const result = await reader.query('SELECT * FROM file LIMIT 0', signal);
    return [{ sheet_name: null, column_names: result.columns.map((column) => column.name) }];
  } finally {
    await reader.close();
  }
}

/** A file before it becomes a table: how it will be read, its first rows, and the sheets of a workbook. */
export type FilePreviewed = FileReport & {
  sheets: string[];
  /** How many of its first rows were looked at; null when all were. */
  firstRows: number | null;
};

interface Looking {
  signal: AbortSignal;
  /** Whether the first rows of a large file will do. */
  isFirst?: boolean | undefined;
  /** Told how far the file is read. */
  onLook?: ((look: Look) => void) | undefined;
}

/** Reads a file and tells how: all of it, or its first rows where those will do. Throws 422 when it cannot be read. */
export async function previewFile(source: FileSource, looking: Looking): Promise<FilePreviewed> {
  const first = looking.isFirst ? await firstLines(source, looking.signal) : undefined;
  if (!first) return look(source, looking, false);
  try {
    return await look(first.source, looking, true);
  } catch (error) {
    // What is wrong may be where the lines were cut: all of them tell.
    if (!(error instanceof ChartroomError) || error.status !== 422) throw error;
    return await look(source, looking, false);
  } finally {
    await first.remove();
  }
}

async function look(source: FileSource, looking: Looking, isFirst: boolean): Promise<FilePreviewed> {
  const { signal, onLook } = looking;
  const sheets = source.format === 'excel' ? await fileTables(source, signal) : [];
  const reader = openFile(source, { report: isFirst ? 'counted' : 'plain' });
  try {
    const [row] = await readRows(await reader.query('SELECT text, rows FROM report', signal, onLook));
    const report: FileReport = JSON.parse(String(row?.[0]));
    const firstRows = isFirst ? Number(row?.[1]) : null;
    return { ...report, firstRows, sheets: sheets.flatMap(({ sheet_name }) => sheet_name ?? []) };
  } finally {
    await reader.close();
  }
}
