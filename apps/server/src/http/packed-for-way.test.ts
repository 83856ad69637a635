import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packedForWay, takesGzip } from './packed-for-way.ts';

const PIECE = Buffer.from(Array.from({ length: 60_000 }, (_, row) => `row ${row},`).join(''));
const PIECES = 120;

async function* pieces(): AsyncIterable<Buffer> {
  for (let count = 0; count < PIECES; count++) yield PIECE;
}

/** What a reader gets who takes so many milliseconds for a kilobyte. */
async function sent(msOfKilobyte: number, given = pieces()): Promise<Buffer> {
  let time = 0;
  const got: Buffer[] = [];
  for await (const piece of packedForWay(given, () => time)) {
    time += (piece.length / 1_000) * msOfKilobyte;
    got.push(piece);
  }
  return Buffer.concat(got);
}

test('what goes a slow way is packed, and is the same behind it', async () => {
  const packed = await sent(1);
  expect(packed.length).toBeLessThan((PIECE.length * PIECES) / 3);
  expect(gunzipSync(packed).equals(Buffer.concat(Array(PIECES).fill(PIECE)))).toBe(true);
});

test('what goes a quick way is packed no longer than until that is known', async () => {
  const stored = await sent(0.001);
  expect(stored.length).toBeGreaterThan(PIECE.length * (PIECES - 60));
  expect(gunzipSync(stored).equals(Buffer.concat(Array(PIECES).fill(PIECE)))).toBe(true);
});

test('nothing is a whole file, too, and what goes wrong with the pieces is told', async () => {
  async function* none(): AsyncIterable<Buffer> {}
  expect(gunzipSync(await sent(1, none()))).toHaveLength(0);
  async function* broken(): AsyncIterable<Buffer> {
    yield PIECE;
    throw new Error('The database has gone.');
  }
  await expect(sent(1, broken())).rejects.toThrow('The database has gone.');
});

test.each([
  ['gzip, deflate, br', true],
  ['br;q=1.0, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['br, deflate', false],
  [undefined, false],
])('%s takes gzip: %s', (accepted, takes) => {
  expect(takesGzip(accepted)).toBe(takes);
});
