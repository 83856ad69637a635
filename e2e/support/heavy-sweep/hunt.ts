import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordsKind } from '../../../apps/server/src/records/records-kind.ts';
import { heavyPeople } from '../../../apps/server/src/safety/sweep/heavy-people.ts';
import {
  combinedRequest,
  type HeavyRequest,
  plainRequest,
  singleRequests,
} from '../../../apps/server/src/safety/sweep/heavy-requests.ts';
import { type HeavyTarget, heavyTargets } from '../../../apps/server/src/safety/sweep/heavy-targets.ts';
import { heavyWork } from '../../../apps/server/src/safety/sweep/heavy-work.ts';
import { furnishHeavily, type HeavyWorld } from '../../../apps/server/src/safety/sweep/heavy-world.ts';
import { Seeded } from '../../../apps/server/src/safety/sweep/seeded.ts';
import { openTestApp } from '../../../apps/server/src/testing/test-app.ts';
import { type Product, pause, startProduct } from '../product.ts';
import { type Block, Findings } from './findings.ts';
import { Sender, type Sent } from './sender.ts';
import { startWatcher } from './watch.ts';

/** What a heavy sweep is told. */
export interface HuntOptions {
  kind: RecordsKind;
  /** The same seed gives the same requests. */
  seed: number;
  /** Ends after so many requests, or so many minutes. */
  requests: number;
  minutes: number;
  /** Requests at a time. */
  atOnce: number;
  /** Only targets whose name contains this, and no heavy questions that are allowed. */
  only?: string | undefined;
  /** Folder of the home. */
  parent?: string | undefined;
  /** Settings of the server beside those of every sweep, without their prefix. */
  settings?: Record<string, string>;
  /** Whether it is told where the time of a block went; that costs some of the server's. */
  stacks?: boolean;
  say: (line: string) => void;
}

/** Of so many requests one is heavy and allowed, one combines values, one is as it is meant, and one is left before its answer. */
const ONE_OF = { heavy: 12, combined: 5, plain: 25, cut: 20 };
/** Longest time until somebody leaves, in milliseconds. */
const LEAVES_WITHIN = 400;

/** By which somebody ends a sweep. */
const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;

/** With which servers are started for heavy sweeps: doors open that are closed otherwise, and nobody is thrown out meanwhile. */
const SETTINGS: Readonly<Record<string, string>> = {
  LOAD_EXAMPLES: 'false',
  PREVENT_UNSAFE_DB_CONNECTIONS: 'false',
  EMBEDDED_SUPERSET: 'true',
  GUEST_ROLE_NAME: 'Gamma',
  GUEST_TOKEN_JWT_EXP_SECONDS: '86400',
  MEMORY_LIMIT_MB: '4096',
};

/**
 * Sends a server of its own, on records of its own, what promises much work, while a second process watches whether it
 * answers: every route, every key, heavy values, combinations of them, and heavy questions that are allowed.
 */
export async function hunt(options: HuntOptions): Promise<Findings> {
  const { kind, seed, parent } = options;
  const settings = { ...SETTINGS, ...options.settings };
  const prefixed = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`CHARTROOM_${name}`, value]),
  );
  const house = await openTestApp(kind, { settings: prefixed, ...(parent !== undefined && { parent }) });
  const world = await furnishHeavily(house);
  const headers = await heavyPeople(house, world);
  const targets = heavyTargets(house.app.declarations, world).filter(
    ({ name }) => options.only === undefined || name.includes(options.only),
  );
  if (targets.length === 0) throw new Error(`Nothing has ${options.only} in its name.`);
  const quiet = JSON.stringify({
    datasource: { id: world.quiet, type: 'table' },
    queries: [{ columns: ['t'], metrics: ['count'], row_limit: 100 }],
  });
  const estate = await house.handOver();
  const probe = join(estate.home, 'loop-probe.jsonl');
  const product = await startProduct({
    home: estate.home,
    supervised: true,
    settings: { ...settings, ...(estate.recordsUrl && { RECORDS_URL: estate.recordsUrl }) },
    environment: {
      HEAVY_SWEEP_PROBE: probe,
      ...(options.stacks && { HEAVY_SWEEP_STACKS: 'yes' }),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'loop-probe.ts')}`,
    },
  });
  const findings = new Findings(kind, options.say);
  const watcher = startWatcher(
    {
      url: product.url,
      supervisor: product.pid,
      headers: { ...headers.admin, 'content-type': 'application/json' },
      question: quiet,
    },
    (message) => findings.watched(message),
  );
  const probing = setInterval(() => readProbe(probe, findings), 500);
  const clearUp = async () => {
    clearInterval(probing);
    watcher.kill();
    await product.remove();
    await estate.dropRecords();
  };
  const interrupted = () => void clearUp().finally(() => process.exit(130));
  for (const signal of INTERRUPTS) process.once(signal, interrupted);
  try {
    const sender = new Sender(product.url, headers);
    await warmUp(targets, sender);
    findings.begins();
    await play(options, { product, world, targets, findings, sender, seeded: new Seeded(seed) });
    await pause(1_000);
    readProbe(probe, findings);
  } finally {
    for (const signal of INTERRUPTS) process.off(signal, interrupted);
    findings.ended(product.output());
    await clearUp();
  }
  return findings;
}

/** Requests that warm a server up. */
const WARMING = 120;

/** What a server loads and compiles when it is first wanted is no stall of half an hour: it is asked for before. */
async function warmUp(targets: readonly HeavyTarget[], sender: Sender): Promise<void> {
  const seeded = new Seeded(1);
  const first = seeded.shuffled(
    targets.filter(({ name }) => name.startsWith('chart data')).slice(0, WARMING / 4),
  );
  for (const target of [...first, ...seeded.shuffled(targets).slice(0, WARMING)])
    await sender.send(plainRequest(target, seeded));
}

interface Playing {
  product: Product;
  world: HeavyWorld;
  targets: readonly HeavyTarget[];
  findings: Findings;
  sender: Sender;
  seeded: Seeded;
}

async function play(
  { requests, minutes, atOnce, only }: HuntOptions,
  { world, targets, findings, sender, seeded, product }: Playing,
): Promise<void> {
  const singles = singleRequests(targets, seeded);
  findings.say(`${targets.length} targets`);
  const deadline = performance.now() + minutes * 60_000;
  let played = 0;
  const next = (): HeavyRequest => {
    played += 1;
    if (only === undefined && played % ONE_OF.heavy === 0) return heavyWork(world, seeded);
    if (played % ONE_OF.plain === 0) return plainRequest(seeded.of(targets), seeded);
    const single = played % ONE_OF.combined === 0 ? undefined : singles.next();
    return single && !single.done ? single.value : combinedRequest(targets, seeded);
  };
  const work = async () => {
    while (played < requests && performance.now() < deadline && product.exitCode() === undefined) {
      const request = next();
      const done = findings.begin(request.label);
      const sent = await sender.send(
        request,
        played % ONE_OF.cut === 0 ? seeded.whole(LEAVES_WITHIN) : undefined,
      );
      done(sent);
      await clearAway(sender, request, sent);
      if (sent.status === 0) await pause(200);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  sender.close();
}

/** What was made is taken away again, so that half an hour of large things does not fill the disk. */
async function clearAway(
  sender: Sender,
  { method, url, sender: who }: HeavyRequest,
  { status, text }: Sent,
): Promise<void> {
  const id = /"id":\s*(\d+)/.exec(text)?.[1];
  if (method !== 'POST' || status !== 201 || id === undefined || url.includes('?')) return;
  await sender.send({
    label: 'away',
    sender: who,
    method: 'DELETE',
    url: `${url.replace(/\/?$/, '/')}${id}`,
  });
}

/** Tells of the blocks that the server has noted itself. */
function readProbe(path: string, findings: Findings): void {
  if (!existsSync(path)) return;
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  rmSync(path);
  for (const line of lines) {
    const block: Block = JSON.parse(line);
    findings.blocked(block);
  }
}
