import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { idsSchema } from '../api/envelopes.ts';

/** Things that travel in bundles (contract/api.md §5). */
const BUNDLED = ['database', 'dataset', 'chart', 'dashboard', 'saved_query', 'theme'] as const;
export type BundledKind = (typeof BUNDLED)[number];

const flag = z.enum(['true', 'false']).optional();
const secrets = z.string().optional();

const importForm = z.object({
  overwrite: flag.describe('Whether things that are there are replaced.'),
  passwords: secrets.describe('A JSON object: passwords of databases by the name of their file.'),
  ssh_tunnel_passwords: secrets.describe('The same for passwords of SSH tunnels.'),
  ssh_tunnel_private_keys: secrets.describe('The same for their private keys.'),
  ssh_tunnel_private_key_passwords: secrets.describe('The same for the passwords of those keys.'),
  report: flag.describe('Whether the answer tells what has changed.'),
  sparse: flag.describe('Assets: whether the bundle may refer to things that are here.'),
});

/** Secrets that bundles leave out: by the field of the form that brings them, the file that needs each. */
export type BundleSecrets = Record<
  Exclude<keyof z.output<typeof importForm>, 'overwrite' | 'report' | 'sparse'>,
  Record<string, string>
>;

const told = z.strictObject({ path: z.string(), reason: z.string() });

/** What an import has done, what it says differently now, and what it has not taken over. */
const importReport = z.strictObject({
  /** What it has done with each file. */
  changes: z.array(
    z.strictObject({
      path: z.string(),
      type: z.enum(BUNDLED),
      uuid: z.string(),
      id: z.number().optional(),
      change: z.enum(['created', 'replaced', 'kept']),
    }),
  ),
  converted: z.array(told),
  left_out: z.array(told),
});
export type ImportReport = z.infer<typeof importReport>;

const imported = z.strictObject({ message: z.literal('OK'), result: importReport.optional() });
/** Name of a cookie by which a page that waits for the download recognises it. */
const token = z.object({ token: z.string() }).partial();

const callsOf = <Kind extends BundledKind>(kind: Kind) => ({
  export: endpoint({
    method: 'GET',
    path: `/api/v1/${kind}/export/`,
    q: idsSchema,
    query: token,
    answer: 'file',
  }),
  import: endpoint({
    method: 'POST',
    path: `/api/v1/${kind}/import/`,
    form: importForm,
    file: 'formData',
    answer: imported,
  }),
});

/** Bundles of each kind of thing, and of everything that the caller sees (contract/api.md §1.9, §5). */
export const bundleApi = {
  database: callsOf('database'),
  dataset: callsOf('dataset'),
  chart: callsOf('chart'),
  dashboard: callsOf('dashboard'),
  saved_query: callsOf('saved_query'),
  theme: callsOf('theme'),
  assets: {
    export: endpoint({ method: 'GET', path: '/api/v1/assets/export/', query: token, answer: 'file' }),
    import: endpoint({
      method: 'POST',
      path: '/api/v1/assets/import/',
      form: importForm,
      file: 'bundle',
      answer: imported,
    }),
  },
};
