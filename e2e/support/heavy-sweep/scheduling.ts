import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel has counted of a process, in milliseconds since it began. */
export interface Scheduled {
  /** For which its main thread has run. */
  ran: number;
  /** For which its main thread was ready to run, and others had the processors. */
  waited: number;
  /** The same of the threads that collect garbage with it and of the processes of its records, by thread. */
  helpers: ReadonlyMap<string, number>;
}

const NOTHING: Scheduled = { ran: 0, waited: 0, helpers: new Map() };
/** How PostgreSQL names the processes in which it answers. */
const BACKEND = /^postgres: .*\(\d+\)/;
/** Milliseconds for which it is known which there are. */
const KNOWN_FOR = 1_000;
let backends: { at: number; pids: readonly string[] } = { at: Number.NEGATIVE_INFINITY, pids: [] };
/** Name of V8's threads. */
const HELPER = 'V8Worker';
const helpersOf = new Map<number, readonly string[]>();

/** The same with the processes of the records. */
export function scheduledWithRecords(pid: number): Scheduled {
  const own = scheduled(pid);
  return { ...own, helpers: new Map([...own.helpers, ...recordsWaited()]) };
}

/** A reading of `/proc/PID/task/TID/schedstat`; zeros where the kernel does not tell, or the process is gone. */
export function scheduled(pid: number): Scheduled {
  try {
    const helpers = helpersOf.get(pid) ?? findHelpers(pid);
    helpersOf.set(pid, helpers);
    const [ran, waited] = times(pid, String(pid));
    return { ran, waited, helpers: new Map(helpers.map((thread) => [thread, times(pid, thread)[1]])) };
  } catch {
    return NOTHING;
  }
}

function findHelpers(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).filter(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim() === HELPER,
  );
}

/**
 * For how long each process in which PostgreSQL answers was ready to run, and others had the processors: a server whose records
 * are there on the same machine waits for them meanwhile.
 */
function recordsWaited(): ReadonlyMap<string, number> {
  if (performance.now() - backends.at > KNOWN_FOR)
    backends = { at: performance.now(), pids: readdirSync('/proc').filter(isBackend) };
  const waited = backends.pids.flatMap((pid): [string, number][] => {
    try {
      return [[pid, times(Number(pid), pid)[1]]];
    } catch {
      // It has ended since.
      return [];
    }
  });
  return new Map(waited);
}

function isBackend(pid: string): boolean {
  if (!/^\d+$/.test(pid)) return false;
  try {
    return BACKEND.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

function times(pid: number, thread: string): [ran: number, waited: number] {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
    .split(' ')
    .map(Number);
  return [ran / 1e6, waited / 1e6];
}

/**
 * Milliseconds of a time that a busy machine took from a process, so that they are no stall of its own: those in which its
 * main thread could have run, and those in which it did nothing while a thread that it waits for to collect garbage, or a
 * process of its records, could have run. A thread that sleeps on a lock, or waits for a file, waits on its own account.
 */
export function takenByMachine(elapsed: number, before: Scheduled, after: Scheduled): number {
  const waited = after.waited - before.waited;
  const idle = Math.max(0, elapsed - waited - (after.ran - before.ran));
  const helpers = [...after.helpers].map(([thread, now]) => now - (before.helpers.get(thread) ?? now));
  return waited + Math.min(idle, Math.max(0, ...helpers));
}

/** Ids of the processes that a process has started, without starting one to ask. */
export function startedBy(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Bytes that a process and all that it has started hold. */
export function memoryOfTree(pid: number): number {
  try {
    const [, pages = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return pages * 4_096 + startedBy(pid).reduce((sum, child) => sum + memoryOfTree(child), 0);
  } catch {
    return 0;
  }
}
