import type { InSlot } from '@chartroom/engines/rows';
import type { ErrorOptions } from '@chartroom/model';
import type { ResultColumn } from '@chartroom/query';
import type { AnyFileWork } from './file-pieces.ts';

/** What comes to a worker: an answer begins, its rows, and at the end what becomes of all; or a file, and its rows. */
export type ToWorker<Work> =
  | { type: 'columns'; columns: ResultColumn[] }
  | { type: 'rows'; rows: Uint8Array | InSlot }
  | { type: 'work'; work: Work }
  /** A file is to be written of rows that follow, of which so many batches are read together first; until `end`. */
  | { type: 'file'; work: AnyFileWork; heads: number }
  | { type: 'end' }
  /** The server has taken a piece. */
  | { type: 'taken' };

/** What goes back: what was made, piece by piece, until `done`; or an error, the installation's own with all it says. */
export type FromWorker =
  | { type: 'piece'; piece: Uint8Array | InSlot }
  /** The rows of a file of one message were read. */
  | { type: 'read' }
  /** What lay in a slot of the shared file is read. */
  | { type: 'free'; slot: number }
  | { type: 'done' }
  | { type: 'error'; message: string; options: ErrorOptions | undefined };
