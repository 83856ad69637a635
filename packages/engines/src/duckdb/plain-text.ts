import { createReadStream } from 'node:fs';
import type { FileSource } from '../files/file-source.ts';
import { type StandIn, writeFiles } from '../files/stand-in.ts';
import { isUtf8File, textDecoder } from '../files/text-encoding.ts';
import { type CsvHead, readCsvHead, USUAL_BYTES } from './csv-head.ts';

/**
 * A copy of a CSV as the engine can read it: in UTF-8, and without the quotation marks above its header, which the engine
 * would take for the begin of a text that hides rows. Undefined when the file can be read as it is. The signal ends it.
 */
export async function asPlainText(source: FileSource, signal: AbortSignal): Promise<StandIn | undefined> {
  if (source.format !== 'csv') return undefined;
  const head = await readCsvHead(source);
  const encoding = await encodingOf(source, head, signal);
  const isQuoted = head.above.text.includes('"');
  if (encoding === 'utf-8' && !isQuoted) return undefined;
  const path = `${source.path}.text`;
  const pieces = plainText(source.path, encoding, isQuoted ? head.above : { text: '', lines: 0 });
  const remove = await writeFiles([{ path, pieces }], signal);
  const layout = {
    delimiter: head.delimiter,
    skipRows: head.above.lines,
    header: source.header === null ? null : 0,
  };
  return { source: { ...source, ...layout, path, encoding: 'utf-8' }, paths: [path], encoding, remove };
}

/** The encoding of the whole file: bytes that are not UTF-8 may stand anywhere. */
async function encodingOf(source: FileSource, head: CsvHead, signal: AbortSignal): Promise<string> {
  const isOpen = source.detect && source.encoding === undefined && head.encoding === 'utf-8';
  return isOpen && !(await isUtf8File(source.path, signal)) ? USUAL_BYTES : head.encoding;
}

/** The text piece by piece; what stands above the header becomes as many empty lines, so that lines keep their numbers. */
async function* plainText(path: string, encoding: string, above: CsvHead['above']): AsyncGenerator<string> {
  const decoder = textDecoder(encoding);
  let left = above.text.length;
  if (above.lines > 0) yield '\n'.repeat(above.lines);
  for await (const piece of createReadStream(path)) {
    if (!(piece instanceof Uint8Array)) continue;
    const text = decoder.decode(piece, { stream: true });
    if (text.length > left) yield text.slice(left);
    left = Math.max(0, left - text.length);
  }
  yield decoder.decode();
}
