import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileSource } from '../child/protocol.ts';
import { type CsvHead, readCsvHead } from './csv-head.ts';

const [LINE_FEED, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

/** A file that stands in for another one until it is removed. */
export interface StandIn {
  source: FileSource;
  remove(): Promise<void>;
}

/**
 * A copy of a CSV in which every empty line below the header is a row without values: the engine leaves such lines out.
 * Undefined when the form asks for no such rows, or the file has no such line. Throws when its header cannot be read.
 */
export async function withBlankRows(source: FileSource): Promise<StandIn | undefined> {
  if (source.format !== 'csv' || source.blankLines !== 'rows' || !(await hasBlankLine(source.path))) return undefined;
  const head = await readCsvHead(source);
  if (head.encoding !== 'utf-8') return undefined;
  const path = `${source.path}.lines`;
  const remove = (): Promise<void> => rm(path, { force: true });
  try {
    await pipeline(Readable.from(filled(source.path, head)), createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { source: { ...source, path }, remove };
}

async function hasBlankLine(path: string): Promise<boolean> {
  let end = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    const text = end + String(chunk);
    if (text.includes('\n\n') || text.includes('\n\r\n')) return true;
    end = text.slice(-2);
  }
  return false;
}

/** The file piece by piece; line breaks inside quotation marks end no line. */
async function* filled(path: string, { names, delimiter, skip }: CsvHead): AsyncGenerator<Buffer> {
  // Of one column an empty text, which stands for nothing as well.
  const row = Buffer.from(names.length === 1 ? '""' : delimiter.repeat(names.length - 1));
  let [line, isEmpty, isQuoted] = [0, true, false];
  for await (const chunk of createReadStream(path)) {
    if (!Buffer.isBuffer(chunk)) continue;
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === LINE_FEED) {
        if (isEmpty && !isQuoted && line >= skip) {
          yield chunk.subarray(from, at);
          yield row;
          from = at;
        }
        line += 1;
        isEmpty = true;
      } else if (byte !== RETURN) {
        isEmpty = false;
        if (byte === QUOTE) isQuoted = !isQuoted;
      }
    }
    yield chunk.subarray(from);
  }
}
