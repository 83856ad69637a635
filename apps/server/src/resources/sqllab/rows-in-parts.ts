import { deserialize, serialize } from 'node:v8';
import { PackedRows, packed } from '@chartroom/engines';
import type { Cell, Frame, FrameColumn } from '@chartroom/query';
import { joinedBytes, othersFirst } from '../../data/heavy/breathing.ts';
import type { LabRows } from './result-json.ts';

/** Cells that are written or read in one go: some milliseconds of the server's thread. */
const CELLS = 20_000;
/** With what the bytes of rows begin; an answer that is written already begins with a brace. */
const MARK = 0x01;
const LENGTH = 4;

/** A frame without its values. */
interface FrameHead {
  length: number;
  columns: Omit<FrameColumn, 'values'>[];
}

/** What stands before the parts: those of the last statement come first, then those of the others in their order. */
interface Head {
  main: FrameHead;
  statement?: string | undefined;
  earlier?: { sql: string; isCut: boolean; frame: FrameHead }[] | undefined;
}

/** The rows of a run as bytes, written a part at a time: others have their turns between any two of them. */
export async function rowsInParts(rows: LabRows): Promise<Buffer> {
  const { statement, earlier } = rows;
  const head: Head = {
    main: headOf(rows),
    statement,
    earlier: earlier?.map(({ sql, isCut, frame }) => ({ sql, isCut, frame: headOf(frame) })),
  };
  const pieces: Uint8Array[] = [Buffer.of(MARK), ...withLength(serialize(head))];
  for (const frame of [rows, ...(earlier ?? []).map((each) => each.frame)]) {
    const size = rowsOfPart(frame);
    for (let from = 0; from < frame.length; from += size) {
      const to = Math.min(frame.length, from + size);
      const columns = frame.columns.map(({ values }) => values.slice(from, to));
      pieces.push(...withLength(packed({ length: to - from, columns })));
      await othersFirst();
    }
  }
  return joinedBytes(pieces);
}

/** The rows that `rowsInParts` wrote, read a part at a time; undefined for bytes of another form. */
export async function rowsOfParts(bytes: Buffer): Promise<LabRows | undefined> {
  if (bytes[0] !== MARK) return undefined;
  let at = 1;
  const next = (): Buffer => {
    const from = at + LENGTH;
    at = from + bytes.readUInt32LE(at);
    return bytes.subarray(from, at);
  };
  const { main, statement, earlier }: Head = deserialize(next());
  const frameOf = async ({ length, columns }: FrameHead): Promise<Frame> => {
    const values: Cell[][] = columns.map(() => []);
    const size = rowsOfPart({ length, columns });
    for (let from = 0; from < length; from += size) {
      const part = new PackedRows({ length: Math.min(size, length - from), bytes: 0, packed: next() });
      for (const [place, cells] of part.columns.entries())
        for (const cell of cells) values[place]?.push(cell);
      await othersFirst();
    }
    return { length, columns: columns.map((column, place) => ({ ...column, values: values[place] ?? [] })) };
  };
  const rows: LabRows = await frameOf(main);
  if (statement !== undefined) rows.statement = statement;
  if (!earlier) return rows;
  rows.earlier = [];
  for (const { sql, isCut, frame } of earlier) rows.earlier.push({ sql, isCut, frame: await frameOf(frame) });
  return rows;
}

function headOf({ length, columns }: Frame): FrameHead {
  return { length, columns: columns.map(({ values: _, ...column }) => column) };
}

function rowsOfPart({ columns }: FrameHead): number {
  return Math.max(1, Math.floor(CELLS / Math.max(1, columns.length)));
}

function withLength(bytes: Uint8Array): [Uint8Array, Uint8Array] {
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(bytes.length);
  return [length, bytes];
}
