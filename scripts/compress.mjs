// node scripts/compress.mjs FOLDER: writes packed copies (brotli, gzip) beside every built file that gets smaller by it, so that the
// server packs nothing twice. Browsers unpack brotli alone over HTTPS and from their own machine.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The last step makes files 2 % smaller, and takes twice the time. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 10 };
/** Bytes up to which a file is sent as it is. */
const SMALL = 1024;

const [folder = '.'] = process.argv.slice(2);
const files = readdirSync(folder, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.(js|css|svg)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
await Promise.all(files.map(pack));

async function pack(path) {
  const bytes = await readFile(path);
  if (bytes.length <= SMALL) return;
  const params = { ...QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [small, usual] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, usual)]);
}
