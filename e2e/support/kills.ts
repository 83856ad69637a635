import { Client } from '../../bench/client.ts';
import { isAlive } from './processes.ts';
import { type Product, pause } from './product.ts';

/** Milliseconds until a server that does not come back is given up. */
const GIVEN_UP = 30_000;
/** How many write, and how many read, at a time. */
const WRITERS = 10;
const READERS = 6;

/** What became of a server that was killed again and again while people worked with it. */
export interface Kills {
  /** Milliseconds from each kill to the next good answer of `/health`. */
  back: number[];
  /** Titles of the dashboards that were said to be saved. */
  promised: string[];
  /** Those of them that are gone. */
  lost: string[];
}

/** Kills the server below its supervisor, with SIGKILL and in the middle of writes, and waits each time until it is back. */
export async function killUnderLoad(
  product: Product,
  times: number,
  told?: (milliseconds: number) => void,
): Promise<Kills> {
  const client = await Client.signIn(product);
  const promised: string[] = [];
  let isOver = false;
  const write = async (who: number) => {
    for (let nth = 0; !isOver; nth += 1) {
      const title = `kept ${who} ${nth}`;
      const saved = client.call('POST', '/api/v1/dashboard/', { dashboard_title: title });
      // The server died first: nothing was promised.
      if (await saved.then(() => true).catch(() => pause(20).then(() => false))) promised.push(title);
    }
  };
  const read = async () => {
    while (!isOver) await client.call('GET', '/api/v1/dashboard/').catch(() => pause(20));
  };
  const load = [
    ...Array.from({ length: WRITERS }, (_each, who) => write(who)),
    ...Array.from({ length: READERS }, read),
  ];
  const back: number[] = [];
  try {
    for (let round = 0; round < times; round += 1) {
      // At another point of the work each time, however fast the machine is.
      const enough = promised.length + 3 + (round % 10);
      await within(() => promised.length >= enough);
      const pid = product.serverPid();
      const killed = performance.now();
      process.kill(pid, 'SIGKILL');
      await within(async () => !isAlive(pid));
      await within(() => isHealthy(product.url));
      back.push(performance.now() - killed);
      told?.(back.at(-1) ?? 0);
    }
  } finally {
    isOver = true;
    await Promise.all(load);
  }
  const kept = await everyTitle(client);
  return { back, promised, lost: promised.filter((title) => !kept.has(title)) };
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function within(done: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + GIVEN_UP; performance.now() < end; ) {
    if (await done()) return;
    await pause(5);
  }
  throw new Error(`It did not come to pass within ${GIVEN_UP / 1_000} seconds.`);
}

/** Titles of all dashboards. */
export async function everyTitle(client: Client): Promise<Set<string>> {
  const titles = new Set<string>();
  for (let page = 0; ; page += 1) {
    const q = encodeURIComponent(
      `(page:${page},page_size:100,order_column:dashboard_title,order_direction:asc)`,
    );
    const { result } = await client.call<{ result: { dashboard_title: string }[] }>(
      'GET',
      `/api/v1/dashboard/?q=${q}`,
    );
    for (const each of result) titles.add(each.dashboard_title);
    if (result.length < 100) return titles;
  }
}
