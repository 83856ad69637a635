import { connect, createServer, type Server, type Socket } from 'node:net';

/** A server for tests; each test keeps to names of its own in it. */
export const REDIS = process.env.CHARTROOM_TEST_REDIS ?? 'redis://127.0.0.1:6379';

/** Whether the server for tests answers; says what is not tried when it does not. In CI it has to be there. */
export async function redisAnswers(): Promise<boolean> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(REDIS, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return true;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.warn(
      'Redis is not reachable: keeping answers in it was not tried. Set CHARTROOM_TEST_REDIS to its address.',
    );
    return false;
  } finally {
    redis.disconnect();
  }
}

/** Removes what a test left in the server. */
export async function removeRedisKeys(prefix: string): Promise<void> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(REDIS);
  const keys = await redis.keys(`${prefix}*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}

/** A way to the Redis server that can be interrupted. */
export interface Line {
  url: string;
  /** `through` passes everything on, `silent` takes what is said and answers nothing, `cut` refuses. */
  become(state: 'through' | 'silent' | 'cut'): void;
  close(): Promise<void>;
}

export async function openLine(): Promise<Line> {
  const target = new URL(REDIS);
  const sockets = new Set<Socket>();
  let state: Parameters<Line['become']>[0] = 'through';
  const server: Server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(target.port || 6379), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on('data', (bytes) => {
        if (state === 'through') other.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    become: (next) => {
      state = next;
      if (next === 'cut') cut();
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
