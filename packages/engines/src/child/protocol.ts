import type { ResultColumn } from '@chartroom/query';
import type { CopiedColumn } from '../engine.ts';
import type { FileSource } from '../files/file-source.ts';
import type { AnswerBounds } from '../rows/answer-bounds.ts';
import type { InSlot } from './bulk-file.ts';

/** Rows of one message: of each batch its rows, the bytes of its cells, and how many bytes they are as they are sent. */
export interface SentBatch {
  length: number;
  bytes: number;
  size: number;
  /** Of rows that are sent as lines alone: whether they stand as they do in our own files. */
  isOurs?: boolean | undefined;
}

export interface RunCommand {
  sql: string;
  readOnly: boolean;
  /** Database of the engine in which names are looked up. */
  catalog?: string | undefined;
  schema?: string | undefined;
  maxRows?: number | undefined;
  /** How large the answer and its cells may be; absent = the defaults. */
  bounds?: AnswerBounds | undefined;
  /** Whether each row is a line, and whether it stands otherwise than in our own files: lines are sent as the bytes they are. */
  areLines?: boolean | undefined;
  /** Tables that are there for this statement alone; their rows come as files while it waits. */
  tables?: readonly TakenTable[] | undefined;
}

/** A table that one statement brings with it: gone with its connection. */
export interface TakenTable {
  name: string;
  columns: readonly CopiedColumn[];
  /** Its files hold chunks of columns, not CSV. */
  areColumns: boolean;
}

/** Rows of such a table, in a file that goes when it is read; or, without one, that there are no more of it. */
export interface TakenFile {
  /** Place of the table in the command. */
  table: number;
  path: string | null;
  /** Bytes of its longest line. */
  longest: number;
  /** Whether ` BC` stands in it somewhere. */
  hasEras: boolean;
}

export interface LoadCommand {
  catalog: string;
  schema: string | null;
  table: string;
  mode: 'fail' | 'replace' | 'append';
  source: FileSource;
}

/** How far a file is read before it answers: which time it is read, from 1, and which part of it, from 0 to 1, then. */
export interface Look {
  pass: number;
  part: number;
}

export type ToChild =
  | { type: 'open'; settings: Record<string, string> }
  | ({ type: 'run'; id: number } & RunCommand)
  | ({ type: 'load'; id: number } & LoadCommand)
  | ({ type: 'file'; id: number } & TakenFile)
  | { type: 'credit'; id: number; count: number }
  /** What lay in a slot of the shared file is read. */
  | { type: 'read'; slot: number }
  | { type: 'cancel'; id: number }
  | { type: 'close' };

/**
 * `rows` carries the columns the first time; `packed` are the cells of its batches, one behind the other, which whoever passes
 * them on need not read; `cost` is what it takes of the reader's credit; `done` says that nothing follows.
 */
export type FromChild =
  | { type: 'opened' }
  | { type: 'open-failed'; message: string; code?: string | undefined }
  | {
      type: 'rows';
      id: number;
      columns?: ResultColumn[];
      batches: SentBatch[];
      packed: Uint8Array | InSlot;
      cost: number;
      done: boolean;
    }
  | { type: 'progress'; id: number; rows: number }
  | ({ type: 'looked'; id: number } & Look)
  | { type: 'loaded'; id: number; rows: number }
  | { type: 'error'; id: number; message: string; code?: string | undefined };

/** Code of the error of an answer that is larger than it may be. */
export const TOO_LARGE = 'RESULT_TOO_LARGE';

/** Credit for rows that may be under way before the reader takes some. */
export const INITIAL_CREDITS = 8;
/** Cells that take one credit: of wide rows fewer are under way. */
const CELLS_PER_CREDIT = 65_536;
/** Credit that a reader collects before it is told: each telling wakes the other process. */
export const CREDITS_PER_MESSAGE = 2;
/** Rows after which a message is sent. */
export const ROWS_PER_MESSAGE = 8192;
/** Bytes after which a message is sent, however few its rows are: the reader takes each in one piece. */
export const BYTES_PER_MESSAGE = 2 ** 20;
/** Bytes that take one credit: as many as the plainest cells of one. */
const BYTES_PER_CREDIT = 2 ** 20;

/** What a message of so many cells and bytes takes of the reader's credit. */
export function costOf(cells: number, bytes: number): number {
  return Math.max(1, Math.ceil(Math.max(cells / CELLS_PER_CREDIT, bytes / BYTES_PER_CREDIT)));
}
