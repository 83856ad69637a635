import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/** What the process holds at a moment. */
export interface MemoryReading {
  /** Bytes that the system has given it. */
  resident: number;
  /** Bytes that are in use, or will be given back at the next collection. */
  used: number;
  /** Share of the largest heap there may be that is in use, 0 to 1. */
  heap: number;
}

export interface MemoryWatchOptions {
  /** Bytes that the process may hold. */
  limit: number;
  /** One line for the operator, when memory gets short and when it is there again. */
  say(line: string): void;
  /** Whether heavy work is under way. */
  isBusy(): boolean;
  read?(): MemoryReading;
}

/** Milliseconds between two readings. */
const READS_EVERY = 200;
/** Shares of the limit above which nothing heavy is begun any more, and below which it is again: between them it stays as it is. */
const SHORT = 0.85;
const ENOUGH = 0.7;
/** Share of the limit below which memory that the system has not got back yet is free for new work. */
const REUSABLE = 0.5;
/** Readings without any heavy work after which what is still held is held for nothing. */
const QUIET = 15;
const MEGABYTE = 2 ** 20;

/** Watches how much memory the process holds, so that heavy work is refused before the system ends the process for it. */
export class MemoryWatch {
  readonly #options: MemoryWatchOptions;
  readonly #read: () => MemoryReading;
  readonly #timer: NodeJS.Timeout;
  #isShort = false;
  #quiet = 0;

  constructor(options: MemoryWatchOptions) {
    this.#options = options;
    this.#read = options.read ?? readMemory;
    this.#timer = setInterval(() => this.look(), READS_EVERY);
    this.#timer.unref();
  }

  /** Whether nothing heavy is to be begun. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** Takes a reading. */
  look(): void {
    const { limit, say, isBusy } = this.#options;
    const { resident, used, heap } = this.#read();
    const share = Math.max(resident / limit, heap);
    this.#quiet = isBusy() ? 0 : this.#quiet + 1;
    if (!this.#isShort && share > SHORT && !this.#isReusable(used, heap)) {
      this.#isShort = true;
      say(
        `Memory is short: ${megabytes(resident)} of ${megabytes(limit)} MB are held (CHARTROOM_MEMORY_LIMIT_MB), ${Math.round(heap * 100)} % of the largest heap. Heavy requests are refused until there is more; kept answers and lists go on.`,
      );
    } else if (this.#isShort && (share < ENOUGH || this.#isReusable(used, heap))) {
      this.#isShort = false;
      say(
        `There is memory again: ${megabytes(resident)} of ${megabytes(limit)} MB are held. Heavy requests are answered.`,
      );
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** What was freed is not always given back to the system; nobody works any more, so it is free for what comes. */
  #isReusable(used: number, heap: number): boolean {
    return this.#quiet >= QUIET && used < this.#options.limit * REUSABLE && heap < REUSABLE;
  }
}

/** Bytes that this process may hold: the setting, in megabytes, or half of what the machine or its container has. */
export function memoryLimit(megabytesAllowed: number | undefined): number {
  if (megabytesAllowed !== undefined) return megabytesAllowed * MEGABYTE;
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) / 2;
}

function readMemory(): MemoryReading {
  const { used_heap_size, heap_size_limit, external_memory } = getHeapStatistics();
  return {
    resident: process.memoryUsage.rss(),
    used: used_heap_size + external_memory,
    heap: used_heap_size / heap_size_limit,
  };
}

function megabytes(bytes: number): string {
  return String(Math.round(bytes / MEGABYTE));
}
