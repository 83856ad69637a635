import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { promisify } from 'node:util';
import { ChartroomError } from '@chartroom/model/base';

const run = promisify(execFile);

/** A process of an engine, as far as its memory goes. */
export interface WatchedProcess {
  pid: number;
  /** Megabytes that all watched processes together may take, in the eyes of who started this one. */
  budget: number;
  /** Whether it works on something. */
  busy(): boolean;
  /** Ends the query that is most likely the cause; false when there is none that could be ended. */
  relieve(error: ChartroomError): boolean;
  /** Ends the process, and all that it works on with this error. */
  end(error: ChartroomError): void;
}

const MEGABYTE = 2 ** 20;
/** Where memory is read from a file, it is read so often that little is taken in between; elsewhere a program has to be run. */
const HAS_FILES = process.platform === 'linux';
const LOOK_MS = HAS_FILES ? 50 : 500;
/** The part of the budget at which a query is ended; at all of it, or when that does not help in time, the process is. */
const RELIEF = 0.85;
const RELIEF_MS = 1_000;

/** Megabytes that embedded engines may take together where no setting says it. */
export function usualEngineMemory(): number {
  return Math.max(256, Math.floor(totalmem() / MEGABYTE / 2));
}

/**
 * Keeps the processes of embedded engines within a budget of memory that is theirs together. An engine's own limit counts
 * what its buffers hold; not the texts of an answer, not what is on its way out, and not its neighbours.
 */
export class MemoryWatch {
  readonly #processes = new Set<WatchedProcess>();
  readonly #memoryOf: (pids: readonly number[]) => Promise<Map<number, number>>;
  #timer: NodeJS.Timeout | undefined;
  #relievedAt = 0;
  #looking = false;

  /** `memoryOf` answers the megabytes of processes that are there. */
  constructor(memoryOf = residentMemory) {
    this.#memoryOf = memoryOf;
  }

  add(watched: WatchedProcess): void {
    this.#processes.add(watched);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  remove(watched: WatchedProcess): void {
    this.#processes.delete(watched);
    if (this.#processes.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    const all = [...this.#processes];
    if (this.#looking || !all.some((each) => each.busy())) return;
    this.#looking = true;
    try {
      const found = await this.#memoryOf(all.map(({ pid }) => pid));
      this.#judge(all.map((watched) => ({ watched, megabytes: found.get(watched.pid) ?? 0 })));
    } finally {
      this.#looking = false;
    }
  }

  #judge(all: { watched: WatchedProcess; megabytes: number }[]): void {
    const taken = all.reduce((sum, { megabytes }) => sum + megabytes, 0);
    const [largest] = all
      .filter(({ watched }) => taken > watched.budget * RELIEF)
      .sort((one, other) => other.megabytes - one.megabytes);
    if (!largest) {
      this.#relievedAt = 0;
      return;
    }
    const { watched } = largest;
    const now = performance.now();
    const error = tooMuchMemory(watched.budget);
    if (taken > watched.budget) {
      watched.end(error);
      return;
    }
    if (this.#relievedAt === 0) {
      this.#relievedAt = now;
      if (watched.relieve(error)) return;
    }
    if (now - this.#relievedAt < RELIEF_MS) return;
    this.#relievedAt = 0;
    watched.end(error);
  }
}

/** The watch over all processes that this one has started. */
export const memoryWatch = new MemoryWatch();

function tooMuchMemory(megabytes: number): ChartroomError {
  return new ChartroomError(
    `The query was stopped: it needs more memory than the ${megabytes} MB that the databases inside the server may take together (ENGINE_MEMORY_MB). Ask for fewer rows or columns, or for shorter texts.`,
    {
      status: 413,
      error_type: 'RESULT_TOO_LARGE_ERROR',
      level: 'error',
      extra: { bound: 'ENGINE_MEMORY_MB', megabytes },
    },
  );
}

async function residentMemory(pids: readonly number[]): Promise<Map<number, number>> {
  if (HAS_FILES) return new Map(pids.map((pid) => [pid, memoryInFile(pid)]));
  const { stdout } = await run('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]).catch(() => ({ stdout: '' }));
  const lines = stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm);
  return new Map([...lines].map(([, pid, kilobytes]) => [Number(pid), Number(kilobytes) / 1024]));
}

/** Megabytes of a process; 0 of one that is gone. Read at once: such a file is no file of a disk. */
function memoryInFile(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
