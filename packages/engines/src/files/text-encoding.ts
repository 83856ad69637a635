import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { fileProblem } from './file-problem.ts';

/** Bytes of a character of UTF-8, at most. */
const LONGEST_CHARACTER = 4;

/** The encoding that the mark before a text names. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  return undefined;
}

/** The encoding of a text by its first bytes: its mark, or where its zeros stand. Texts of single bytes need a look at all of them. */
export function headEncoding(head: Uint8Array): string | undefined {
  return markedEncoding(head) ?? wideEncoding(head);
}

/** UTF-16 without a mark: of the plain letters that every table has, every other byte is zero. */
function wideEncoding(head: Uint8Array): string | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length / 4;
  if (odd > most && even * 10 < odd) return 'utf-16le';
  return even > most && odd * 10 < even ? 'utf-16be' : undefined;
}

/** Whether all bytes of a file are UTF-8. The signal ends it. */
export async function isUtf8File(path: string, signal: AbortSignal): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { signal })) {
    if (!(piece instanceof Uint8Array)) continue;
    const bytes =
      rest.length > 0
        ? Buffer.concat([rest, piece])
        : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const end = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return false;
    rest = Buffer.from(bytes.subarray(end));
  }
  return isUtf8(rest);
}

/** Where the last character begins when it is not whole; else where the bytes end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(LONGEST_CHARACTER, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return bytes.length - back;
  }
  return bytes.length;
}

/** What reads an encoding, as the web names it. Throws for one that nobody knows. */
export function textDecoder(encoding: string, options: { fatal?: boolean } = {}) {
  try {
    return new TextDecoder(encoding, options);
  } catch {
    throw fileProblem(`"${encoding}" is not the name of an encoding.`);
  }
}
