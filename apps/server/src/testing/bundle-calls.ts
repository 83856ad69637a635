import { type BundleFiles, readZip, writeZip } from '../bundles/bundle-files.ts';
import { type Answer, answerOf, type PersonName, type TestApp } from './test-app.ts';

const LIMITS = { bytes: 10_000_000, ratio: 1_000 };

const authorization = async ({ services, ids }: TestApp, who: PersonName) =>
  `Bearer ${await services.tokens.issue('access', { userId: ids[who], stamp: 0 })}`;

/** The files of an archive that the house makes. */
export async function exportFiles(
  house: TestApp,
  path: string,
  ids: number[],
  who: PersonName = 'admin',
): Promise<BundleFiles> {
  const url = `/api/v1/${path}/export/?q=!(${ids.join(',')})`;
  const answer = await house.app.inject({
    method: 'GET',
    url,
    headers: { authorization: await authorization(house, who) },
  });
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
  const form = new FormData();
  form.append('formData', new Blob([new Uint8Array(file.bytes)]), file.name);
  form.append('overwrite', String(options.overwrite ?? false));
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
  const encoded = new Request('http://house/', { method: 'POST', body: form });
  const headers = {
    authorization: await authorization(house, options.who ?? 'admin'),
    'content-type': encoded.headers.get('content-type') ?? '',
  };
  const payload = Buffer.from(await encoded.arrayBuffer());
  return answerOf(
    await house.app.inject({ method: 'POST', url: `/api/v1/${path}/import/`, headers, payload }),
  );
}
