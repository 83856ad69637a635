import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileSettings, fileSettings } from '@chartroom/model';
import { z } from 'zod';
import type { Act } from '../../http/act.ts';
import { missing } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { FileFormat } from './file-names.ts';
import { inOwnFolder, namingFile } from './received-file.ts';

/** Files of one person that are kept, and files of the largest size; of more, the oldest go. */
const MOST_FILES = 20;
const MOST_LARGEST = 2;
/** Of how many files of one person it is known how they were read, though they are gone themselves. */
const MOST_NOTES = 100;
/** How long a file is kept. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** What is known of a file that was received. */
const keptFacts = z.object({
  name: z.string(),
  format: z.enum(['csv', 'columnar', 'excel']),
  /** Whether it is an archive of such files. */
  is_zip: z.boolean().default(false),
  user: z.number(),
  at: z.number(),
  /** The tables that it became, by their datasets, with how it was read. */
  datasets: z.array(z.object({ id: z.number(), settings: fileSettings })),
});
type KeptFacts = z.infer<typeof keptFacts>;

/** A file that was received and is kept for a while, so that it can be read again. */
export interface KeptFile extends KeptFacts {
  key: string;
  path: string;
  folder: string;
  /** None when only what is known of it is left. */
  bytes: number | undefined;
}

const folderOf = ({ config }: Pick<Ground, 'config'>): string => join(config.HOME, 'received');

/** Keeps a file that stands elsewhere in the home. Those that are too old, or too many, go. */
export async function keepFile(
  services: Pick<Ground, 'config' | 'uuid' | 'now'>,
  file: { path: string; name: string; format: FileFormat; user: number },
): Promise<KeptFile> {
  const { name, format, user } = file;
  const key = services.uuid();
  const folder = join(folderOf(services), key);
  await mkdir(folder, { recursive: true });
  const is_zip = /\.zip$/i.test(name);
  const kept = { name, format, is_zip, user, at: services.now().getTime(), datasets: [] };
  const path = join(folder, fileName(kept));
  await rename(file.path, path);
  await writeFile(join(folder, 'facts.json'), JSON.stringify(kept));
  await forgetOld(services, user);
  return { ...kept, key, folder, path, bytes: (await stat(path)).size };
}

/** What a file of its kind is called on the disk: readers know an archive by its ending. */
function fileName({ format, is_zip }: Pick<KeptFacts, 'format' | 'is_zip'>): string {
  return is_zip ? 'file.zip' : `file.${format}`;
}

/**
 * The file of a key.
 * @throws ChartroomError 404 when it is not kept, or somebody else's
 */
export async function keptFile(
  services: Pick<Ground, 'config'>,
  key: string,
  user: number,
): Promise<KeptFile> {
  const file = /^[\da-f-]{36}$/.test(key) ? await readKept(services, key) : undefined;
  if (file?.user === user && file.bytes !== undefined) return file;
  throw missing('The file is no longer kept on the server. Drop it again.');
}

/** The file that a dataset's table was made of, itself or what is known of it, and how it was read; undefined when that is forgotten. */
export async function fileOfDataset(
  services: Pick<Ground, 'config'>,
  dataset: number,
  user: number,
): Promise<{ file: KeptFile; settings: FileSettings } | undefined> {
  const files = (await allKept(services)).filter((file) => file.user === user);
  for (const file of files.sort((one, other) => other.at - one.at)) {
    const made = file.datasets.find(({ id }) => id === dataset);
    if (made) return { file, settings: made.settings };
  }
  return undefined;
}

/** Until when a file is kept, unless too many others come. */
export function keptUntil({ at, bytes }: KeptFile): string | null {
  return bytes === undefined ? null : new Date(at + KEPT_MS).toISOString();
}

/** Notes which table a file became. */
export async function noteDataset(file: KeptFile, id: number, settings: FileSettings): Promise<void> {
  const { name, format, is_zip, user, at } = file;
  const datasets = [...file.datasets.filter((each) => each.id !== id), { id, settings }];
  await writeFile(
    join(file.folder, 'facts.json'),
    JSON.stringify({ name, format, is_zip, user, at, datasets }),
  );
}

/** Removes a file. */
export async function forgetFile({ folder }: KeptFile): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Reads a file that is kept under a name of its own, beside which its readers may write. What is wrong is told of the file as it was called. */
export function readingFile<T>(
  file: KeptFile,
  { services }: Pick<Act, 'services'>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  return inOwnFolder(services, async (folder) => {
    const path = join(folder, fileName(file));
    await link(file.path, path);
    return namingFile(file.name, () => work(path));
  });
}

async function forgetOld(services: Pick<Ground, 'config' | 'now'>, user: number): Promise<void> {
  const files = await allKept(services);
  const now = services.now().getTime();
  const own = files.filter((file) => file.user === user).sort((one, other) => other.at - one.at);
  const most = services.config.UPLOAD_LIMIT * MOST_LARGEST;
  let bytes = 0;
  for (const [place, file] of own.filter((each) => each.bytes !== undefined).entries()) {
    bytes += file.bytes ?? 0;
    if (place > 0 && (place >= MOST_FILES || bytes > most)) await forgetContent(file);
  }
  for (const file of files) if (now - file.at > KEPT_MS) await forgetContent(file);
  for (const file of own.slice(MOST_FILES + MOST_NOTES)) await forgetFile(file);
}

/** Removes a file; how it was read stays, for the next one that fills the same table. */
async function forgetContent(file: KeptFile): Promise<void> {
  if (file.datasets.length === 0) await forgetFile(file);
  else await rm(file.path, { force: true });
}

async function allKept(services: Pick<Ground, 'config'>): Promise<KeptFile[]> {
  const keys = await readdir(folderOf(services)).catch((): string[] => []);
  const files = await Promise.all(keys.map((key) => readKept(services, key)));
  return files.filter((file) => file !== undefined);
}

async function readKept(services: Pick<Ground, 'config'>, key: string): Promise<KeptFile | undefined> {
  const folder = join(folderOf(services), key);
  try {
    const facts = keptFacts.parse(JSON.parse(await readFile(join(folder, 'facts.json'), 'utf8')));
    const path = join(folder, fileName(facts));
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => undefined,
    );
    return { ...facts, key, folder, path, bytes };
  } catch {
    return undefined;
  }
}
