import type { Cell, ColumnBatch, PackedBatch, PackedColumn } from '@chartroom/query/rows';

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

/** The lines of such rows, and whether they stand as ours do; undefined where they crossed in another form. */
export function linesOf({ columns }: PackedBatch): { text: string; isOurs: boolean } | undefined {
  const [lines, odd] = columns;
  const text = lines && textOf(lines);
  if (text === undefined || odd?.form !== 'cells') return undefined;
  return { text, isOurs: !odd.values.includes(true) };
}

function textOf(column: PackedColumn): string | undefined {
  if (column.form === 'joined') return column.text;
  if (column.form !== 'texts') return undefined;
  const { texts, places } = column;
  let text = '';
  for (const place of places) text += texts[place] ?? '';
  return text;
}
