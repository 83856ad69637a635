import { text as textOf } from 'node:stream/consumers';
import { fromBuffer, type ZipFile } from 'yauzl';

/** The files of an archive as texts, by their names. */
export async function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))),
  );
  const files: Record<string, string> = {};
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        textOf(stream).then((text) => {
          files[entry.fileName] = text;
          zip.readEntry();
        }, reject);
      });
    });
    zip.on('end', () => resolve(files));
    zip.readEntry();
  });
}
