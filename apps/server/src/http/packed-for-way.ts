import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflated = promisify(deflateRaw);

/** What a file of gzip begins with: that it is one, how it is packed, and nothing of names and times (RFC 1952). */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block that is the last one (RFC 1951). */
const LAST = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** Bytes that a block holds of what is stored as it is, behind so many of its own. */
const [BLOCK, BLOCK_HEAD] = [0xffff, 5];

/** Bytes that are sent before it is decided anew: more than what systems take at once for any reader. */
const WINDOW = 6 * 2 ** 20;
/** Bytes that a reader takes in a millisecond when packing would only keep him waiting: some hundred megabytes a second. */
const QUICK = 100_000;
/**
 * The lightest level: rows shrink to a sixth by it, and the others cost several times as much for little more. A piece ends
 * with a whole byte, so that another one may follow.
 */
const LIGHT = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };

/**
 * Pieces as gzip, packed as the way to the reader is: over most networks a sixth of the bytes is a sixth of the time, but who
 * sits at the same machine would wait for the packing. It begins packed, and goes by how long the reader takes for what is sent.
 */
export async function* packedForWay(
  pieces: AsyncIterable<Buffer>,
  now: () => number = () => performance.now(),
): AsyncGenerator<Buffer> {
  let isQuick = false;
  let [length, check] = [0, 0];
  let [sent, waited] = [0, 0];
  yield HEAD;
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    length += piece.length;
    check = crc32(piece, check);
    const bytes = isQuick ? stored(piece) : await deflated(piece, LIGHT);
    const made = now();
    yield bytes;
    waited += now() - made;
    sent += bytes.length;
    if (sent < WINDOW) continue;
    isQuick = sent > QUICK * waited;
    [sent, waited] = [0, 0];
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(check, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  yield Buffer.concat([LAST, end]);
}

/** A piece in blocks that are not packed. */
function stored(piece: Buffer): Buffer {
  const blocks = Math.ceil(piece.length / BLOCK);
  const bytes = Buffer.allocUnsafe(piece.length + blocks * BLOCK_HEAD);
  for (let block = 0, at = 0; block < blocks; block++) {
    const part = piece.subarray(block * BLOCK, (block + 1) * BLOCK);
    bytes[at] = 0;
    bytes.writeUInt16LE(part.length, at + 1);
    bytes.writeUInt16LE(part.length ^ 0xffff, at + 3);
    bytes.set(part, at + BLOCK_HEAD);
    at += BLOCK_HEAD + part.length;
  }
  return bytes;
}

/** Whether a request takes gzip, by its `Accept-Encoding`. */
export function takesGzip(accepted: string | undefined): boolean {
  return (accepted ?? '').split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return (
      (name === 'gzip' || name === '*') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    );
  });
}
