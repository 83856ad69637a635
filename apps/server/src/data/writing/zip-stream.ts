import { PassThrough, Readable } from 'node:stream';
import type { Options } from 'yazl';

/** A file of an archive, as its pieces come. */
interface ZipEntry {
  name: string;
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/**
 * An archive of files, written while it is read: no file is ever whole in memory. `moment` is the time the
 * files bear. What goes wrong with a piece ends the archive with that error.
 */
export async function* zipStream(entries: readonly ZipEntry[], moment: Date): AsyncIterable<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error: Error) => output.destroy(error));
  const options: Partial<Options> = { mtime: moment, compressionLevel: 5 };
  for (const { name, pieces } of entries) {
    zip.addReadStreamLazy(name, options, (give) => {
      const input = Readable.from(pieces);
      input.on('error', (error) => output.destroy(error));
      give(null, input);
    });
  }
  zip.end();
  for await (const piece of output) yield Buffer.from(piece);
}
