import type { PackedBatch, PackedColumn, PlainCell } from '@chartroom/query';
import { tooLargeCell } from '../rows/answer-bounds.ts';

const PLAIN_BYTES = 8;

/** Bytes of the cells of a batch. @throws ChartroomError 413 for a cell beyond `mostOfCell` */
export function bytesOfPacked({ columns, length }: PackedBatch, mostOfCell: number): number {
  let bytes = 0;
  for (const column of columns) bytes += PLAIN_BYTES * length + textBytes(column, mostOfCell);
  return bytes;
}

function textBytes(column: PackedColumn, most: number): number {
  if (column.form === 'numbers') return 0;
  let bytes = 0;
  if (column.form === 'texts') {
    const { texts, places } = column;
    for (const place of places) bytes += texts[place]?.length ?? 0;
    if (bytes > most && texts.some((text) => text.length > most)) throw tooLargeCell(most);
    return bytes;
  }
  if (column.form === 'joined') {
    const { text, ends } = column;
    if (text.length > most && ends.some((end, row) => end - (ends[row - 1] ?? 0) > most))
      throw tooLargeCell(most);
    return text.length;
  }
  for (const cell of column.values) {
    const letters = lettersOf(cell);
    if (letters > most) throw tooLargeCell(most);
    bytes += letters;
  }
  return bytes;
}

function lettersOf(cell: PlainCell): number {
  if (typeof cell === 'string') return cell.length;
  return typeof cell === 'object' && cell !== null ? cell.digits.length : 0;
}
