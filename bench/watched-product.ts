import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Product, pause, startProduct } from '../e2e/support/product.ts';

interface LoopFacts {
  /** The longest block, and the longest time that the server's thread worked without a look at others. */
  longest: number;
  worked: number;
  usual: number;
  rss: number;
}

/** A server whose event loop is watched. */
export interface WatchedProduct extends Product {
  /** How long its event loop was blocked since the last time, in milliseconds, and its memory in bytes. */
  loop(): Promise<LoopFacts>;
}

/** Starts a server on a home, with settings, that notes how long its event loop is blocked. */
export async function startWatched(home: string, settings: Record<string, string>): Promise<WatchedProduct> {
  const noted = join(home, 'loop.json');
  const environment = {
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'watch-loop.mjs'))}`,
    CHARTROOM_BENCH_LOOP: noted,
  };
  const product = await startProduct({ home, settings, environment });
  return { ...product, loop: () => loopOf(product, noted) };
}

async function loopOf(product: Product, noted: string): Promise<LoopFacts> {
  rmSync(noted, { force: true });
  process.kill(product.pid, 'SIGUSR2');
  for (;;) {
    await pause(20);
    try {
      const facts: LoopFacts = JSON.parse(readFileSync(noted, 'utf8'));
      return facts;
    } catch {
      // Not written yet.
    }
  }
}
