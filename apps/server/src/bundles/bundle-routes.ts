import {
  type BundledKind,
  type BundleSecrets,
  bundleApi,
  type ImportReport,
  isJsonObject,
} from '@chartroom/model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import { routesOf } from '../http/define-route.ts';
import { badRequest, listed, notFound } from '../http/errors.ts';
import type { Ground } from '../records/ground.ts';
import type { Resource } from '../resources/resource.ts';
import { seenIds } from '../resources/resource-queries.ts';
import type { WithCallers } from '../security/caller.ts';
import type { WithSources } from '../security/data-sources.ts';
import type { WithSecrets } from '../security/secret-box.ts';
import { readZip, writeZip } from './bundle-files.ts';
import { exportBundle } from './export-bundle.ts';
import { importBundle } from './import-bundle.ts';
import type { ImportOptions } from './import-options.ts';
import { mayBeLegacy } from './legacy/read-legacy.ts';

const KINDS = ['database', 'dataset', 'chart', 'dashboard', 'saved_query', 'theme'] as const;
/** What `assets` hold: themes stay out (contract/api.md §5.1). */
const ASSETS = ['database', 'dataset', 'chart', 'dashboard', 'saved_query'] as const;

/** `/{kind}/export/` and `/{kind}/import/` of the resources that travel in bundles (contract/api.md §1.9, §5). */
export function registerBundles(
  app: FastifyInstance,
  services: Ground & WithCallers & WithData & WithSecrets & WithSources,
  resources: Record<BundledKind, Resource>,
): void {
  const defineRoute = routesOf(app, services);
  const most = services.config.ZIPPED_FILE_MAX_SIZE;
  const options = { bodyLimit: most };
  for (const kind of KINDS) {
    const resource = resources[kind];
    const { view } = resource;
    defineRoute({
      ...bundleApi[kind].export,
      access: { permission: 'can_export', view },
      handle: async ({ q, act, query, reply }) => {
        const ids = [...new Set(q)];
        const seen = await seenIds(resource, ids, act);
        if (seen.size !== ids.length || ids.length === 0) throw notFound();
        return sendBundle(kind, { [kind]: ids }, { reply, act, token: query('token') });
      },
    });
    defineRoute({
      ...bundleApi[kind].import,
      access: { permission: 'can_write', view },
      options,
      handle: async ({ request, act }) => {
        const given = await uploaded(request, { part: bundleApi[kind].import.file, most });
        const { overwrite, secrets, wantsReport } = given;
        const wanted = { kind, overwrites: new Set(overwrite ? [kind] : []), secrets, sparse: false };
        return importAnswer(await importArchive(given, wanted, act), wantsReport);
      },
    });
  }
  defineRoute({
    ...bundleApi.assets.export,
    access: { permission: 'can_export', view: 'ImportExportRestApi' },
    handle: async ({ act, query, reply }) => {
      const ids = Object.fromEntries(
        await Promise.all(ASSETS.map(async (kind) => [kind, await everySeen(resources[kind], act)])),
      );
      return sendBundle('assets', ids, { reply, act, token: query('token') });
    },
  });
  defineRoute({
    ...bundleApi.assets.import,
    access: { permission: 'can_import_', view: 'ImportExportRestApi' },
    options,
    handle: async ({ request, act }) => {
      const given = await uploaded(request, { part: bundleApi.assets.import.file, most });
      const { secrets, sparse, wantsReport } = given;
      const wanted = { kind: 'assets' as const, overwrites: new Set(ASSETS), secrets, sparse };
      return importAnswer(await importArchive(given, wanted, act), wantsReport);
    },
  });
}

async function everySeen(resource: Resource, act: Act): Promise<number[]> {
  const { sql } = await import('kysely');
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(resource.table)}`.execute(
    act.services.db,
  );
  return [
    ...(await seenIds(
      resource,
      rows.map(({ id }) => id),
      act,
    )),
  ];
}

/** Who asks with `report=true` is told what has changed; others get what clients of the contract expect. */
function importAnswer(report: ImportReport, wanted: boolean): { message: 'OK'; result?: ImportReport } {
  return wanted ? { message: 'OK', result: report } : { message: 'OK' };
}

async function importArchive(
  { archive, name }: Uploaded,
  options: Omit<ImportOptions, 'leaveOut'>,
  act: Act<Ground & WithCallers & WithData & WithSecrets & WithSources>,
): Promise<ImportReport> {
  if (mayBeLegacy(options.kind, archive)) {
    return importBundle(new Map([[name, archive.toString('utf8')]]), { ...options, isDocument: true }, act);
  }
  const { ZIPPED_FILE_MAX_SIZE, ZIP_FILE_MAX_COMPRESS_RATIO } = act.services.config;
  const files = await readZip(archive, { bytes: ZIPPED_FILE_MAX_SIZE, ratio: ZIP_FILE_MAX_COMPRESS_RATIO });
  if (files.size === 0) throw badRequest('The archive holds no documents.');
  return importBundle(files, options, act);
}

async function sendBundle(
  kind: BundledKind | 'assets',
  ids: Parameters<typeof exportBundle>[1],
  { reply, act, token }: { reply: FastifyReply; act: Act<Ground & WithSecrets>; token: string | undefined },
): Promise<FastifyReply> {
  const at = act.services.now();
  const stamp = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const folder = `${kind}_export_${stamp}`;
  const archive = await writeZip(folder, await exportBundle(kind, ids, act), at);
  // A page that waits for the download recognises it by this cookie (contract/api.md §1.9).
  if (token !== undefined && /^[\w-]{1,100}$/.test(token))
    reply.setCookie(token, 'done', { path: '/', maxAge: 600 });
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename=${folder}.zip`)
    .send(archive);
}

interface Uploaded {
  archive: Buffer;
  /** What the file was called. */
  name: string;
  overwrite: boolean;
  secrets: BundleSecrets;
  sparse: boolean;
  wantsReport: boolean;
}

/** The archive is held in memory, so no more of it than `most` bytes is taken in; `part` is what clients call it. */
async function uploaded(
  request: FastifyRequest,
  { part: expected, most }: { part: string; most: number },
): Promise<Uploaded> {
  if (!request.isMultipart()) {
    throw listed(
      400,
      'INVALID_PAYLOAD_FORMAT_ERROR',
      `The archive is expected as the part "${expected}" of a multipart form.`,
    );
  }
  let archive: Buffer | undefined;
  let name = '';
  const fields: Record<string, string> = {};
  for await (const part of request.parts({ limits: { fileSize: most } })) {
    if (part.type === 'file') {
      archive = await part.toBuffer();
      name = part.filename.split(/[/\\]/).at(-1) || 'document';
    } else fields[part.fieldname] = String(part.value);
  }
  if (!archive) throw badRequest(`No file was sent: the archive is expected as the part "${expected}".`);
  return {
    archive,
    name,
    overwrite: fields.overwrite === 'true',
    secrets: {
      passwords: secretsOf('passwords', fields),
      ssh_tunnel_passwords: secretsOf('ssh_tunnel_passwords', fields),
      ssh_tunnel_private_keys: secretsOf('ssh_tunnel_private_keys', fields),
      ssh_tunnel_private_key_passwords: secretsOf('ssh_tunnel_private_key_passwords', fields),
    },
    sparse: fields.sparse === 'true',
    wantsReport: fields.report === 'true',
  };
}

function secretsOf(
  name: keyof BundleSecrets,
  { [name]: text }: Record<string, string>,
): Record<string, string> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value))
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, each]) => (typeof each === 'string' ? [[name, each]] : [])),
      );
  } catch {
    // Said below, like every other thing that is no mapping.
  }
  throw badRequest(`${name}: a JSON object of file names and secrets is expected`);
}
