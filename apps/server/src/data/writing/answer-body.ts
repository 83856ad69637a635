import { joinedBytes } from '../heavy/breathing.ts';
import type { EncodedAnswer } from '../ports.ts';

/** Bytes up to which an answer is one piece: to copy more would keep others waiting, and take its memory once more. */
const ONE_PIECE = 1 << 20;

/** Few bytes as one piece; many as they are. */
export function inOneIfFew(pieces: readonly Buffer[]): readonly Buffer[] {
  return pieces.length > 1 && sizeOf(pieces) <= ONE_PIECE ? [Buffer.concat(pieces)] : pieces;
}

/** An answer in JSON of these pieces, which are sent one after the other when they are many bytes. */
export function jsonAnswer(pieces: readonly Buffer[], status = 200): EncodedAnswer {
  const contentType = 'application/json; charset=utf-8';
  const [first, ...others] = inOneIfFew(pieces);
  if (others.length === 0) return { status, contentType, headers: {}, body: first ?? Buffer.alloc(0) };
  return {
    status,
    contentType,
    headers: { 'content-length': String(sizeOf(pieces)) },
    body: oneByOne(pieces),
  };
}

async function* oneByOne(pieces: readonly Buffer[]): AsyncIterable<Buffer> {
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += ONE_PIECE) yield piece.subarray(from, from + ONE_PIECE);
}

/** All bytes of an answer, in the pieces that it has. */
export async function allPieces({ body }: Pick<EncodedAnswer, 'body'>): Promise<Buffer[]> {
  if (Buffer.isBuffer(body)) return [body];
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return pieces;
}

/** All bytes of an answer. */
export async function wholeBody({ body }: Pick<EncodedAnswer, 'body'>): Promise<Buffer> {
  return Buffer.isBuffer(body) ? body : joinedBytes(await allPieces({ body }));
}

export function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** The members of an object as JSON, without the braces around them: others may follow. */
export function membersOf(facts: object): Buffer {
  return Buffer.from(JSON.stringify(facts).slice(1, -1));
}
