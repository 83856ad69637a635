/**
 * A process of its own that asks `/health` and one kept chart every 100 ms, on connections that stay open, and tells its parent
 * of every answer that came late: pauses of who sends the load are not counted as the server's.
 */
import { Agent, request } from 'node:http';
import { memoryOfTree, scheduled, scheduledWithRecords, startedBy, takenByMachine } from './scheduling.ts';
import type { FromWatcher, WatchOrder } from './watch.ts';

/** Milliseconds between two questions of a kind. */
const EVERY = 100;
/** Milliseconds after which an answer is given up. */
const PATIENCE = 90_000;
/** Rounds between two looks at the memory. */
const LOOKS_EVERY = 10;

process.once('message', (order: WatchOrder) => {
  void watch(order);
});
process.on('disconnect', () => process.exit(0));

const tell = (message: FromWatcher) => process.send?.(message);

async function watch({ url, supervisor, headers, question }: WatchOrder): Promise<void> {
  let server = startedBy(supervisor)[0] ?? supervisor;
  let looks = 0;
  setInterval(() => {
    const now = startedBy(supervisor)[0];
    if (now !== server) {
      tell({ kind: 'server', pid: now });
      if (now !== undefined) server = now;
    }
    looks += 1;
    if (looks % LOOKS_EVERY === 0)
      tell({ kind: 'memory', bytes: memoryOfTree(supervisor), server: memoryOfTree(server) });
  }, EVERY);
  void repeat('health', { url: `${url}/health`, headers: {} }, () => server);
  void repeat('kept chart', { url: `${url}/api/v1/chart/data`, headers, body: question }, () => server);
}

interface Asked {
  url: string;
  headers: Record<string, string>;
  body?: string;
}

async function repeat(what: string, asked: Asked, server: () => number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const pid = server();
    const [theirs, mine, begun] = [scheduledWithRecords(pid), scheduled(process.pid), performance.now()];
    const { status, isKept } = await ask(asked, agent);
    const milliseconds = performance.now() - begun;
    const after = scheduledWithRecords(pid);
    const waitedHere = scheduled(process.pid).waited - mine.waited;
    const own = milliseconds - takenByMachine(milliseconds, theirs, after) - waitedHere;
    const worked = after.ran - theirs.ran;
    tell({ kind: 'answer', what, at: Date.now(), milliseconds, own, worked, status, isKept });
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, EVERY - milliseconds)));
  }
}

function ask({ url, headers, body }: Asked, agent: Agent): Promise<{ status: number; isKept: boolean }> {
  return new Promise((resolve) => {
    const lost = () => resolve({ status: 0, isKept: true });
    const asked = request(
      url,
      { agent, method: body === undefined ? 'GET' : 'POST', headers, timeout: PATIENCE },
      (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => {
          text += part.toString();
        });
        answer.on('error', lost);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            isKept: body === undefined || text.includes('"is_cached":true'),
          }),
        );
      },
    );
    asked.on('timeout', () => asked.destroy());
    asked.on('error', lost);
    asked.end(body);
  });
}
