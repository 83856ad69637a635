import type { InjectOptions } from 'fastify';
import type { RecordsKind } from '../../records/records-kind.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { watchRecords } from './records-digest.ts';
import { sessionHeaders } from './session-headers.ts';
import { furnish, type SmallWorld } from './small-world.ts';
import { badRequests, plainRequests, type Sender, type SweepRequest, sweptRoutes } from './sweep-requests.ts';

export interface SweepOptions {
  kind: RecordsKind;
  /** One request of so many is played, chosen by the seed; 1 plays all. */
  oneOf: number;
  seed: number;
  /** Only addresses that contain this. */
  only?: string | undefined;
  /** Is told after every request how many were played, and of which route the last one was. */
  onPlayed?(played: number, route: string): void;
  /** Is told of every finding at once. */
  onFound?(finding: string): void;
}

export interface SweepReport {
  played: number;
  /** How many answers had each status. */
  statuses: Record<number, number>;
  /** Requests whose answers are not what bad requests get. */
  findings: string[];
}

/** Longer than any bad request has reason to take, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Plays bad requests against every route of an installation. Found are: faults of the server, answers that do not come, things
 * that a refused request has changed all the same, and calls that let in whom they should not.
 */
export async function sweep(house: TestApp, options: SweepOptions): Promise<SweepReport> {
  const world = await furnish(house);
  const watch = await watchRecords(house.services.db, options.kind);
  const report: SweepReport = { played: 0, statuses: {}, findings: [] };
  const chosen = chooser(options);
  const found = (finding: string) => {
    report.findings.push(finding);
    options.onFound?.(finding);
  };
  let senders = await sendersOf(house, world);
  await watch.changed();
  const routes = sweptRoutes(house.app.declarations).filter(
    ({ url }) => !options.only || url.includes(options.only),
  );
  const play = async (request: SweepRequest, name: string): Promise<number> => {
    const status = await statusOf(house, request, senders);
    report.played += 1;
    options.onPlayed?.(report.played, name);
    // Some calls end sessions, or change the password that they hang on.
    if (status === 401 && request.sender === 'admin') senders = await sendersOf(house, world);
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (status === 0 || status >= 500) found(`${name}: ${status === 0 ? 'no answer' : status}`);
    return status;
  };
  for (const route of routes) {
    for (const request of badRequests(route, world)) {
      if (!chosen()) continue;
      const name = `${request.method} ${route.url} ${request.label}`;
      const status = await play(request, name);
      if (strangers.has(request.sender) && route.access !== 'public' && status < 300)
        found(`${name}: let in (${status})`);
      const changed = await watch.changed();
      if (status >= 400 && changed.length > 0) found(`${name}: ${status}, yet changed ${changed.join(', ')}`);
    }
  }
  for (const request of plainRequests(routes, world))
    await play(request, `GET ${request.url} ${request.label}`);
  return report;
}

const strangers = new Set<Sender>(['nobody', 'expired token', 'junk token']);

/** Whether a request's turn has come; the same seed always chooses the same ones (a linear congruence). */
function chooser({ oneOf, seed }: SweepOptions): () => boolean {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % 65_536 < 65_536 / oneOf;
  };
}

type Headers = Record<string, string>;

/** Headers by sender; people come with sessions, which all routes know, and with the token against forgery. */
async function sendersOf(house: TestApp, world: SmallWorld): Promise<Record<Sender, Headers>> {
  return {
    admin: await sessionHeaders(house, house.ids.admin),
    outsider: await sessionHeaders(house, house.ids.gamma),
    nobody: {},
    'expired token': { authorization: `Bearer ${world.expired}` },
    'junk token': { authorization: 'Bearer \u007bnone\u007d.x.y' },
  };
}

/** The status of the answer; 0 when none comes in time. */
async function statusOf(
  house: TestApp,
  request: SweepRequest,
  senders: Record<Sender, Headers>,
): Promise<number> {
  const headers: Headers = {
    ...senders[request.sender],
    ...(request.type !== undefined && { 'content-type': request.type }),
  };
  const options: InjectOptions = { method: request.method, url: request.url, headers };
  const payload = request.payload?.();
  if (payload !== undefined) options.payload = payload;
  const end = Promise.withResolvers<number>();
  const timer = setTimeout(() => end.resolve(0), PATIENCE_MS);
  try {
    return await Promise.race([house.app.inject(options).then(({ statusCode }) => statusCode), end.promise]);
  } finally {
    clearTimeout(timer);
  }
}
