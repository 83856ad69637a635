import type { ColumnBatch } from '@chartroom/query';
import { declaredColumn } from './arrow-columns.ts';
import { type DeclaredColumn, declaredColumns, requireFit } from './declared-columns.ts';
import type { RowPieces } from './row-pieces.ts';

type Arrow = typeof import('@uwdata/flechette');

/** Bytes by which a stream of Arrow ends. */
const END = 8;

/** Rows as an Arrow IPC stream, a batch for each piece of them as it comes. */
export async function* arrowPieces({ columns, pieces }: RowPieces): AsyncIterable<Buffer> {
  const arrow = await import('@uwdata/flechette');
  const declared = declaredColumns(columns);
  const empty = streamOf(declared, undefined, arrow);
  yield empty.subarray(0, -END);
  // Every stream begins with the same description of its columns; what follows is the batch.
  const head = empty.length - END;
  let before = 0;
  for await (const piece of pieces) {
    requireFit(declared, piece, before);
    before += piece.length;
    yield streamOf(declared, piece, arrow).subarray(head, -END);
  }
  yield empty.subarray(-END);
}

function streamOf(columns: readonly DeclaredColumn[], piece: ColumnBatch | undefined, arrow: Arrow): Buffer {
  const made = columns.map(({ column, declared }, place) => {
    const known = declaredColumn({ ...column, values: piece?.columns[place] ?? [] }, declared, arrow);
    const batches = piece ? [known.batch(0, piece.length)] : [];
    return { name: known.name, type: known.type, filled: new arrow.Column(batches, known.type) };
  });
  const fields = made.map(({ name, type }) => arrow.field(name, type, true));
  const table = new arrow.Table(
    { fields },
    made.map(({ filled }) => filled),
  );
  const bytes = arrow.tableToIPC(table, { format: 'stream' });
  if (!bytes) throw new Error('An Arrow stream in memory is expected to be whole.');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
