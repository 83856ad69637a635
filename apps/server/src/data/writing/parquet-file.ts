import { declaredColumns, requireFit } from './declared-columns.ts';
import { ParquetColumn } from './parquet-columns.ts';
import type { RowPieces } from './row-pieces.ts';
import { type ThriftStruct, type ThriftValue, thriftBytes } from './thrift-writer.ts';

/** What every Parquet file begins and ends with. */
const MARK = Buffer.from('PAR1');
/** Bytes and rows of a group: as many as are held before they are written. */
const GROUP_BYTES = 32 * 1024 * 1024;
const GROUP_ROWS = 1_000_000;

/** Rows as a Parquet file, group by group as they come. */
export async function* parquetPieces({ columns, pieces }: RowPieces): AsyncIterable<Buffer> {
  const declared = declaredColumns(columns);
  const waiting = declared.map((each) => new ParquetColumn(each));
  const groups: ThriftValue[] = [];
  const held = { rows: 0, bytes: 0 };
  let [rows, offset] = [0, MARK.length];
  yield MARK;
  for await (const piece of pieces) {
    requireFit(declared, piece, rows);
    for (const [place, column] of waiting.entries()) held.bytes += column.add(piece.columns[place] ?? []);
    held.rows += piece.length;
    rows += piece.length;
    if (held.bytes < GROUP_BYTES && held.rows < GROUP_ROWS) continue;
    yield* group();
  }
  if (held.rows > 0) yield* group();
  const root: ThriftStruct = { 4: { text: 'schema' }, 5: { i32: waiting.length } };
  const footer = thriftBytes({
    1: { i32: 1 },
    2: { list: [root, ...waiting.map(({ element }) => element)].map((struct) => ({ struct })) },
    3: { i64: rows },
    4: { list: groups },
    6: { text: 'Chartroom' },
  });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(footer.length);
  yield Buffer.concat([footer, size, MARK]);

  async function* group(): AsyncIterable<Buffer> {
    const begun = offset;
    const chunks: ThriftValue[] = [];
    for (const column of waiting) {
      const { bytes, length, meta } = await column.take();
      chunks.push(meta(offset));
      offset += length;
      yield* bytes;
    }
    groups.push({
      struct: { 1: { list: chunks }, 2: { i64: offset - begun }, 3: { i64: held.rows } },
    });
    Object.assign(held, { rows: 0, bytes: 0 });
  }
}
