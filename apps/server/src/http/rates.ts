import type { FastifyInstance } from 'fastify';
import type { Config } from '../base/config.ts';
import { readRates } from '../base/settings/rates.ts';
import type { Counts } from '../security/counts.ts';
import { createQuota } from './quota.ts';

/** What a page consists of comes in a burst, and who watches over the server asks whether it lives. */
const FREE = /^\/(static\/|(health|healthcheck|ping)$)/;

/** Refuses an address that asks more often than the settings allow, with 429 and when it may ask again (RATELIMIT_ENABLED). */
export function limitRates(app: FastifyInstance, config: Config, counts: Counts): void {
  if (!config.RATELIMIT_ENABLED) return;
  const quotas = (readRates(config.RATELIMIT_APPLICATION) ?? []).map(({ most, seconds }) =>
    createQuota(counts, { kind: `requests-${seconds}`, most, seconds }, 'Too many requests.'),
  );
  app.addHook('onRequest', async (request) => {
    if (!FREE.test(request.url.split('?')[0] ?? '')) for (const take of quotas) await take(request.ip);
  });
}
