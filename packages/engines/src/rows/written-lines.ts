import type { Cell, ColumnBatch } from '@chartroom/query/rows';

/** Rows from another process that are lines, each of them whole, as the bytes they are. */
export class WrittenLines implements ColumnBatch {
  readonly length: number;
  readonly lines: Uint8Array;
  /** Whether they stand as they do in our own files. */
  readonly isOurs: boolean;

  constructor({ length, lines, isOurs }: Pick<WrittenLines, 'length' | 'lines' | 'isOurs'>) {
    this.length = length;
    this.lines = lines;
    this.isOurs = isOurs;
  }

  get columns(): Cell[][] {
    throw new Error('These rows are lines: nobody reads their cells.');
  }
}
