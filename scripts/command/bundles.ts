import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isJsonObject, type JsonObject } from '@chartroom/model';
import { parse } from 'yaml';
import { readZip } from '../../apps/server/src/bundles/bundle-files.ts';
import { BUNDLE_TYPES, type BundleKind } from '../../apps/server/src/bundles/parse-bundle.ts';
import { Problem } from './problem.ts';
import type { Server } from './server.ts';

const KINDS = Object.keys(BUNDLE_TYPES).filter((kind): kind is BundleKind => kind in BUNDLE_TYPES);

/** Enough to read what kind of bundle an archive is; what may come in is for the server to say. */
const LIMITS = { bytes: 1024 ** 3, ratio: 1_000 };

/** Writes things of one kind, or everything that the key may read, into a file. Answers what to tell. */
export async function exportBundle(
  server: Server,
  [name, ...given]: string[],
  output: string | undefined,
): Promise<string> {
  const kind = KINDS.find((each) => each === name?.replaceAll('-', '_'));
  if (!kind)
    throw new Problem(
      `What is to be exported? One of ${KINDS.join(', ')} is expected${name ? `, not "${name}"` : ''}.`,
      2,
    );
  if (kind === 'assets' && given.length > 0)
    throw new Problem('"export assets" takes everything: it has no ids.', 2);
  if (kind !== 'assets' && given.length === 0)
    throw new Problem(`Which ${kind}? Give the ids, as in: export ${kind} 1 2`, 2);
  const wrong = given.find((id) => !/^\d+$/.test(id));
  if (wrong !== undefined) throw new Problem(`"${wrong}" is no id: ids are whole numbers.`, 2);
  const response = await server.call(
    `/api/v1/${kind}/export/${kind === 'assets' ? '' : `?q=!(${given.join(',')})`}`,
  );
  const proposed = /filename="?([\w.-]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const path = output ?? proposed ?? `${kind}.zip`;
  const bytes = Buffer.from(await response.arrayBuffer());
  await writeFile(path, bytes).catch((error: Error) => {
    throw new Problem(`${path} cannot be written: ${error.message}`);
  });
  const files = await readZip(bytes, LIMITS);
  return `${path}: ${files.size} documents, ${bytes.length} bytes`;
}

export interface ImportChoices {
  overwrite: boolean;
  sparse: boolean;
  /** File of the bundle → password of its database. */
  passwords: Record<string, string>;
  /** Further secrets as the API takes them: field of its form → file → secret. */
  secrets: JsonObject;
}

/** Brings a bundle in. Answers what has changed and what was left out, a line for each file. */
export async function importBundle(server: Server, paths: string[], choices: ImportChoices): Promise<string> {
  const [path] = paths;
  if (path === undefined || paths.length > 1)
    throw new Problem('One file is expected, as in: import file.zip', 2);
  const bytes = await readFile(path).catch((error: Error) => {
    throw new Problem(`${path} cannot be read: ${error.message}`);
  });
  const kind = await kindOf(bytes, path);
  const form = new FormData();
  form.append(kind === 'assets' ? 'bundle' : 'formData', new Blob([new Uint8Array(bytes)]), basename(path));
  form.append('overwrite', String(choices.overwrite));
  form.append('sparse', String(choices.sparse));
  form.append('passwords', JSON.stringify(choices.passwords));
  for (const [field, values] of Object.entries(choices.secrets)) form.append(field, JSON.stringify(values));
  form.append('report', 'true');
  const response = await server.call(`/api/v1/${kind}/import/`, form);
  return reportLines(await response.json()).join('\n');
}

async function kindOf(bytes: Buffer, path: string): Promise<BundleKind> {
  // Documents from before there were bundles: the server reads them.
  const [, form] = /\.(json|ya?ml)$/i.exec(path) ?? [];
  if (form !== undefined) return form.toLowerCase() === 'json' ? 'dashboard' : 'dataset';
  const files = await readZip(bytes, LIMITS).catch((error: Error) => {
    throw new Problem(`${path}: ${error.message}`);
  });
  const metadata: unknown = parse(files.get('metadata.yaml') ?? '');
  const type = isJsonObject(metadata) ? metadata.type : undefined;
  const kind = KINDS.find((each) => BUNDLE_TYPES[each].type === type);
  if (!kind)
    throw new Problem(
      `${path} is no bundle: its metadata.yaml ${type === undefined ? 'names no type' : `names the type "${String(type)}"`}.`,
    );
  return kind;
}

/** A server of another make says no more than that it is done. */
function reportLines(answer: unknown): string[] {
  const result = isJsonObject(answer) && isJsonObject(answer.result) ? answer.result : {};
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isJsonObject) : []);
  return [
    ...list(result.changes).map(({ change, path, id }) => `${String(change).padEnd(8)} ${path} (id ${id})`),
    ...list(result.converted).map(({ path, reason }) => `converted ${path}: ${reason}`),
    ...list(result.left_out).map(({ path, reason }) => `left out ${path}: ${reason}`),
    'Imported.',
  ];
}
