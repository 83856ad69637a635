import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** A document as JSON, compressed, in base64: as it is kept where it is seldom read. */
export async function packed(document: unknown): Promise<string> {
  return (await pack(JSON.stringify(document))).toString('base64');
}

/** A document that was packed. */
export async function unpacked(text: string): Promise<unknown> {
  return JSON.parse((await unpack(Buffer.from(text, 'base64'))).toString('utf8'));
}
