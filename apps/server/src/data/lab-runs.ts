import type { JsonObject, LabFileFormat } from '@chartroom/model';
import type { Frame, TableName } from '@chartroom/query';
import type { Principal } from './principal.ts';

/** SQL that somebody wrote, and where its names are looked for. */
export interface SqlQuestion {
  databaseId: number;
  catalog: string | null;
  schema: string | null;
  sql: string;
  /** Parameters of the template that the text is; absent where it is plain SQL. */
  templateParams?: JsonObject;
  who: Principal;
  signal: AbortSignal;
}

/** Where the rows of a run are kept instead of being answered. */
export interface RowsKept {
  kind: 'TABLE' | 'VIEW';
  name: TableName;
}

/** One SQL Lab run (contract/query.md §5). */
export interface SqlRun extends SqlQuestion {
  /** Rows asked for; the server caps it. */
  limit: number;
  keep?: RowsKept;
  /** Nobody has pressed Run: whatever does more than read is refused, also where the database allows it. */
  onlyReads?: boolean;
  /** Seconds; absent = the configured one. */
  timeout?: number;
  /** What the limit is capped to; absent = as many rows as a screen shows. */
  most?: number;
  /** Told how far it is, and in words what of other databases has been read. */
  onProgress?(percent: number, told?: string): void;
  /** Told the address of a page of the engine about what runs, where it has one. */
  onTracked?(url: string): void;
}
/** The rows of a run as a file. */
export interface SqlFile extends SqlRun {
  format: LabFileFormat;
  /** Whether it is to be known before its first byte that there are more rows than it may hold. */
  tellsCut: boolean;
}
/** What a statement answered that others follow. */
export interface EarlierAnswer {
  /** As it was written. */
  sql: string;
  /** Its first rows; none where those before it have taken all the room there is. */
  frame: Frame;
  /** There are more rows than these. */
  isCut: boolean;
}
export interface SqlRunResult {
  /** The rows of the last statement. */
  frame: Frame;
  /** That statement as it was written, and what the ones before it answered. */
  statement: string;
  earlier: EarlierAnswer[];
  executedSql: string;
  /** The same without the limit that was put on it. */
  wholeSql: string;
  limitingFactor: 'DROPDOWN' | 'QUERY' | 'QUERY_AND_DROPDOWN' | 'NOT_LIMITED' | 'UNKNOWN';
  limit: number;
  /** It took tables, columns or rows away. */
  takesAway: boolean;
  /** The tables that its statements name, as they are written there, each once. */
  tables: TableName[];
}

/** A statement that somebody is writing, or one of its common table expressions. */
export interface LiveRun extends SqlQuestion {
  cte: string | null;
}
/** What is shown of it: its first rows, of all data or of so many rows of each table; or why there are none. */
export type LiveRows =
  | {
      state: 'rows';
      frame: Frame;
      isCut: boolean;
      sampled: number | null;
      /** Milliseconds that it had. */
      budget: number;
    }
  | { state: 'refused'; message: string }
  | { state: 'late'; budget: number };
