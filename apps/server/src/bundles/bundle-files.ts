import { ChartroomError } from '@chartroom/model';
import type { Entry, ZipFile } from 'yauzl';

/** A bundle's documents: path below the bundle's folder → text. */
export type BundleFiles = ReadonlyMap<string, string>;

export interface ZipLimits {
  /** Bytes that all documents together may have when unpacked. */
  bytes: number;
  /** How many times larger than packed a document may become. */
  ratio: number;
}

/** More files than any bundle of people has. */
const MOST_FILES = 20_000;
/** What an entry is, in the upper half of its outer attributes, where the archive was made on a Unix. */
const KIND_BITS = 0o170000;
const LINK = 0o120000;

/**
 * Reads the YAML documents of a zip archive (contract/api.md §5.1): the first folder is left out, other files are passed over.
 * @throws ChartroomError 422 when it is no archive, or is larger than allowed
 */
export async function readZip(archive: Buffer, limits: ZipLimits): Promise<BundleFiles> {
  const { default: yauzl } = await import('yauzl');
  let zip: ZipFile;
  try {
    zip = await new Promise<ZipFile>((resolve, reject) => {
      yauzl.fromBuffer(
        archive,
        { lazyEntries: true, decodeStrings: true, validateEntrySizes: true },
        (error, opened) => (error ? reject(error) : resolve(opened)),
      );
    });
  } catch (error) {
    throw refusal(`The file is no zip archive (${error instanceof Error ? error.message : 'unreadable'}).`);
  }
  if (zip.entryCount > MOST_FILES) throw refusal(`The archive holds more than ${MOST_FILES} files.`);
  const files = new Map<string, string>();
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => reject(damaged(error)));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      readEntry(zip, entry, limits, bytes)
        .then((text) => {
          if (text !== undefined) {
            bytes += Buffer.byteLength(text);
            const path = entry.fileName.replace(/^[^/]*\//, '');
            if (files.has(path)) throw refusal(`The archive holds "${path}" twice.`);
            files.set(path, text);
          }
          zip.readEntry();
        })
        .catch((error: unknown) => reject(damaged(error)));
    });
    zip.readEntry();
  });
  return files;
}

async function readEntry(
  zip: ZipFile,
  entry: Entry,
  limits: ZipLimits,
  before: number,
): Promise<string | undefined> {
  const name = entry.fileName.split('/').at(-1) ?? '';
  if (!/\.ya?ml$/i.test(name) || /^[._]/.test(name)) return undefined;
  if (((entry.externalFileAttributes >>> 16) & KIND_BITS) === LINK)
    throw refusal(`"${entry.fileName}" is a link to another file.`);
  if (before + entry.uncompressedSize > limits.bytes)
    throw refusal('The archive is larger than allowed when it is unpacked.');
  if (entry.uncompressedSize > limits.ratio * Math.max(1, entry.compressedSize))
    throw refusal(`"${entry.fileName}" is packed more tightly than allowed.`);
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

/** What is no refusal of ours, the reader has found: an entry that is not what its header says, or names a place outside. */
function damaged(error: unknown): ChartroomError {
  if (error instanceof ChartroomError) return error;
  return refusal(`The archive is damaged: ${error instanceof Error ? error.message : 'unreadable'}`);
}

function refusal(message: string): ChartroomError {
  return new ChartroomError(message, { status: 422, error_type: 'GENERIC_COMMAND_ERROR' });
}

/** Packs documents into a zip archive below one folder; the same documents always give the same bytes. */
export async function writeZip(folder: string, files: BundleFiles, at: Date): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const [path, text] of files) zip.addBuffer(Buffer.from(text), `${folder}/${path}`, { mtime: at });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
