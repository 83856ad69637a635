import { PassThrough } from 'node:stream';
import { deserialize } from 'node:v8';
import { type ColumnBatch, type PackedBatch, type ResultColumn, unpackedBatch } from '@chartroom/query';
import { joined } from '../chart-data/joined.ts';
import { type AnyFileWork, anyFilePieces } from './file-pieces.ts';
import { type Work, written } from './shaping.ts';
import { send, sendPieces, serve } from './worker-line.ts';

function unpacked(bytes: Uint8Array): ColumnBatch {
  const batch: PackedBatch = deserialize(bytes);
  return unpackedBatch(batch);
}

let parts: { columns: ResultColumn[]; batches: ColumnBatch[] }[] = [];

/** Shapes and writes what has come. */
async function carryOut(work: Work): Promise<void> {
  const frames = parts.map(({ columns, batches }) => joined(columns, batches));
  parts = [];
  // Nobody can tell it to stop while it works: the whole process is ended then.
  await sendPieces(written(frames, work, new AbortController().signal));
}

/** Rows of a file on their way in; undefined when none is written. */
let incoming: PassThrough | undefined;

/** Writes a file of the rows that come. */
async function writeFile(work: AnyFileWork, heads: number): Promise<void> {
  const rows = new PassThrough({ objectMode: true });
  incoming = rows;
  const batches = readOneByOne(rows);
  const head: ColumnBatch[] = [];
  while (head.length < heads) {
    const { done, value } = await batches.next();
    if (done) break;
    head.push(value);
  }
  await sendPieces(anyFilePieces(work, { head, more: batches }));
  incoming = undefined;
}

async function* readOneByOne(rows: AsyncIterable<Uint8Array>): AsyncGenerator<ColumnBatch> {
  for await (const bytes of rows) {
    await send({ type: 'read' });
    yield unpacked(bytes);
  }
}

serve<Work>((message) => {
  if (message.type === 'columns') parts.push({ columns: message.columns, batches: [] });
  else if (message.type === 'rows' && incoming) incoming.write(message.rows);
  else if (message.type === 'rows') parts.at(-1)?.batches.push(unpacked(message.rows));
  else if (message.type === 'work') void carryOut(message.work);
  else if (message.type === 'file') void writeFile(message.work, message.heads);
  else incoming?.end();
});
