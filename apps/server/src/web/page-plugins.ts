import type { PluginFacts } from '@chartroom/model';
import type { FastifyReply } from 'fastify';
import type { Ground } from '../records/ground.ts';

/** Chart types that pages load by their addresses; none where that is switched off. */
export async function pagePlugins({ config, db }: Pick<Ground, 'config' | 'db'>): Promise<PluginFacts[]> {
  if (!config.DYNAMIC_PLUGINS) return [];
  return db.selectFrom('dynamic_plugins').select(['name', 'key', 'bundle_url']).orderBy('name').execute();
}

/** Lets a page run scripts from where its plugins are, and from nowhere else than before besides. */
export function allowPlugins(reply: FastifyReply, plugins: readonly PluginFacts[]): void {
  const origins = new Set(plugins.flatMap(({ bundle_url }) => URL.parse(bundle_url)?.origin ?? []));
  if (origins.size === 0) return;
  const policy = String(reply.raw.getHeader('content-security-policy') ?? '');
  const allowed = policy.replace(/script-src [^;]*/, (scripts) => [scripts, ...origins].join(' '));
  reply.raw.setHeader('content-security-policy', allowed);
}
