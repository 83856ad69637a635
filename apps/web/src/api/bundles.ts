import { type AnswerOf, type BundledKind, type BundleSecrets, bundleApi, risonOf } from '@chartroom/model';
import { ApiError, request, send } from './client.ts';

/** Fetches a bundle of some things and hands it to the browser as a file. */
export async function exportBundle(kind: BundledKind, ids: number[], signal: AbortSignal): Promise<void> {
  const { method, path } = bundleApi[kind].export;
  const response = await send(method, path, {
    query: { q: risonOf(ids) },
    headers: { Accept: '*/*' },
    signal,
  });
  const name =
    /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
    `${kind}_export.zip`;
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Brings a bundle in. Rejects with ApiError; `needsOf` reads what it asks for. */
export function importBundle(
  kind: BundledKind,
  file: File,
  secrets: BundleSecrets,
  overwrite: boolean,
): Promise<AnswerOf<(typeof bundleApi)[BundledKind]['import']>> {
  const form = new FormData();
  const { method, path, file: part } = bundleApi[kind].import;
  form.set(part, file);
  for (const [name, values] of Object.entries(secrets)) form.set(name, JSON.stringify(values));
  if (overwrite) form.set('overwrite', 'true');
  return request(method, path, { body: form });
}

/** What an import wants before it can be done. */
export interface ImportNeeds {
  /** Files that want each kind of secret. */
  secrets: Record<keyof BundleSecrets, string[]>;
  /** Files of things that are there already. */
  existing: string[];
}

const WANTED: readonly (readonly [keyof BundleSecrets, string])[] = [
  ['passwords', 'Must provide a password for the database'],
  ['ssh_tunnel_passwords', 'Must provide a password for the ssh tunnel'],
  ['ssh_tunnel_private_keys', 'Must provide a private key for the ssh tunnel'],
  ['ssh_tunnel_private_key_passwords', 'Must provide a private key password for the ssh tunnel'],
];

/** What a refused import asks for; undefined when it failed for any other reason (contract/api.md §5.4). */
export function needsOf(error: unknown): ImportNeeds | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const needs: ImportNeeds = {
    secrets: {
      passwords: [],
      ssh_tunnel_passwords: [],
      ssh_tunnel_private_keys: [],
      ssh_tunnel_private_key_passwords: [],
    },
    existing: [],
  };
  const problems = error.errors
    .flatMap((each) => Object.entries(each.extra ?? {}))
    .filter(([file]) => file !== 'issue_codes');
  if (problems.length === 0) return undefined;
  for (const [file, problem] of problems) {
    if (
      typeof problem === 'string' &&
      problem.includes('already exists and `overwrite=true` was not passed')
    ) {
      needs.existing.push(file);
      continue;
    }
    const wanted =
      typeof problem === 'object' && problem !== null && '_schema' in problem ? problem._schema : undefined;
    const messages = Array.isArray(wanted) ? wanted : [];
    const known = WANTED.filter(([, text]) => messages.includes(text));
    if (known.length === 0 || known.length < messages.length) return undefined;
    for (const [secret] of known) needs.secrets[secret].push(file);
  }
  return needs;
}
