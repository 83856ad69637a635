import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Counts } from '../security/counts.ts';
import { createQuota } from './quota.ts';

/** So many requests in so many seconds. */
export interface Rate {
  most: number;
  seconds: number;
}

const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** Rates as settings write them: `50 per second`, `10/minute`, `100 per 5 minutes`, several with a semicolon between. Undefined for what is none. */
export function readRates(text: string): Rate[] | undefined {
  const rates = text.split(';').map((part): Rate | undefined => {
    const [, most, times = '1', unit = ''] =
      /^\s*(\d{1,9})\s*(?:per|\/)\s*(\d{1,4})?\s*(second|minute|hour|day)s?\s*$/i.exec(part) ?? [];
    const seconds = Number(times) * (UNITS[unit.toLowerCase()] ?? 0);
    return most === undefined || Number(most) < 1 || seconds < 1
      ? undefined
      : { most: Number(most), seconds };
  });
  const known = rates.filter((rate) => rate !== undefined);
  return known.length === rates.length ? known : undefined;
}

/** What a page consists of comes in a burst, and who watches over the house asks whether it lives. */
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
