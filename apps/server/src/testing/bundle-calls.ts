import { type BundleFiles, readZip, writeZip } from '../bundles/bundle-files.ts';
import { sendForm } from './form-calls.ts';
import type { Answer, PersonName, TestApp } from './test-app.ts';

const LIMITS = { bytes: 10_000_000, ratio: 1_000 };

/** The files of an archive that the installation makes. */
export async function exportFiles(
  house: TestApp,
  path: string,
  ids: number[],
  who: PersonName = 'admin',
): Promise<BundleFiles> {
  const url = `/api/v1/${path}/export/?q=!(${ids.join(',')})`;
  const token = await house.services.tokens.issue('access', { userId: house.ids[who], stamp: 0 });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await house.app.inject({ method: 'GET', url, headers });
  if (answer.statusCode !== 200 || answer.headers['content-type'] !== 'application/zip')
    throw new Error(answer.body);
  return readZip(answer.rawPayload, LIMITS);
}

/** How a bundle is brought in. */
export interface ImportCall {
  who?: PersonName;
  overwrite?: boolean;
  fields?: Record<string, string>;
}

/** Brings files in as an archive. */
export async function importFiles(
  house: TestApp,
  path: string,
  files: BundleFiles,
  options: ImportCall = {},
): Promise<Answer> {
  const archive = await writeZip('given', files, new Date());
  return importUpload(house, path, { name: 'given.zip', bytes: archive }, options);
}

/** Brings one file in as it is. */
export async function importUpload(
  house: TestApp,
  path: string,
  file: { name: string; bytes: Buffer },
  options: ImportCall = {},
): Promise<Answer> {
  const fields = {
    formData: { name: file.name, content: file.bytes },
    overwrite: String(options.overwrite ?? false),
    ...options.fields,
  };
  return sendForm(house, `/api/v1/${path}/import/`, fields, options.who);
}

/** Files in which one text stands for another. */
export function changed(files: BundleFiles, from: string, to: string): BundleFiles {
  return new Map([...files].map(([path, text]) => [path, text.replaceAll(from, to)]));
}
