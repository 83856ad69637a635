import type { EmbeddedBoard } from '@chartroom/model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textParameter } from '../http/act.ts';
import { forbidden, notFound } from '../http/errors.ts';
import type { Ground } from '../records/ground.ts';
import type { Row } from '../records/tables.ts';

/**
 * The dashboard of `/embedded/{uuid}` or `/dashboard/{id or slug}/embedded`, and headers that let only its sites show the page in a frame (contract/api.md §2.4).
 * @throws ChartroomError 404 where embedding is switched off or nothing goes by the uuid, 403 for another site
 */
export async function embeddedBoard(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Ground,
): Promise<EmbeddedBoard> {
  if (!services.config.EMBEDDED_SUPERSET) throw notFound();
  const row = await embeddedRow(request, services);
  if (!row) throw notFound();
  const allowed_domains = domainsOf(row);
  letFrames(request, reply, allowed_domains);
  return { dashboard_id: row.dashboard_id, allowed_domains };
}

/**
 * Headers that let only some sites show a page in a frame; without any, all of them.
 * @throws ChartroomError 403 for a page that another site asks for
 */
export function letFrames(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed_domains: readonly string[],
): void {
  if (allowed_domains.length > 0 && !allowed_domains.some((domain) => isOf(request.headers.referer, domain)))
    throw forbidden();
  const sites = allowed_domains.flatMap((domain) => frameSource(domain) ?? []);
  const policy = String(reply.raw.getHeader('content-security-policy') ?? '');
  const ancestors = `frame-ancestors ${allowed_domains.length === 0 ? '*' : sites.join(' ') || "'none'"}`;
  reply.raw.removeHeader('x-frame-options');
  reply.raw.setHeader('content-security-policy', policy.replace(/frame-ancestors [^;]*/, ancestors));
}

async function embeddedRow(
  request: FastifyRequest,
  { db }: Pick<Ground, 'db'>,
): Promise<Row<'embedded_dashboards'> | undefined> {
  const uuid = textParameter(request, 'uuid').toLowerCase();
  if (uuid)
    return db.selectFrom('embedded_dashboards').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  const key = textParameter(request, 'key');
  const id = /^\d{1,9}$/.test(key) ? Number(key) : -1;
  return db
    .selectFrom('embedded_dashboards')
    .innerJoin('dashboards', 'dashboards.id', 'embedded_dashboards.dashboard_id')
    .selectAll('embedded_dashboards')
    .where((on) => on.or([on('dashboards.id', '=', id), on('dashboards.slug', '=', key)]))
    .executeTakeFirst();
}

function domainsOf({ allowed_domains }: Pick<Row<'embedded_dashboards'>, 'allowed_domains'>): string[] {
  const domains: unknown = JSON.parse(allowed_domains);
  return (Array.isArray(domains) ? domains : []).map(String).filter((domain) => domain.trim() !== '');
}

/** Whether an address is one of a site: of its origin, or of its host where only that is named. */
function isOf(address: string | undefined, domain: string): boolean {
  const page = URL.parse(address ?? '');
  if (!page) return false;
  return /^https?:\/\//i.test(domain)
    ? URL.parse(domain)?.origin === page.origin
    : domain.toLowerCase() === page.host;
}

/** A site as policies name it; undefined for what is none, which must not get into a header. */
function frameSource(domain: string): string | undefined {
  if (/^https?:\/\//i.test(domain)) return URL.parse(domain)?.origin;
  return /^[a-z0-9.-]+(:\d+)?$/i.test(domain) ? domain : undefined;
}
