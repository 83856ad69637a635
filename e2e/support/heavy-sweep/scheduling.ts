import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel has counted of a process, in milliseconds since it began. */
export interface Scheduled {
  /** For which its main thread has run. */
  ran: number;
  /** For which its main thread was ready to run, and others had the processors. */
  waited: number;
  /** The same of the threads that collect garbage with it, by thread. */
  helpers: ReadonlyMap<string, number>;
}

const NOTHING: Scheduled = { ran: 0, waited: 0, helpers: new Map() };
/** Name of V8's threads. */
const HELPER = 'V8Worker';
const helpersOf = new Map<number, readonly string[]>();

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

function times(pid: number, thread: string): [ran: number, waited: number] {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
    .split(' ')
    .map(Number);
  return [ran / 1e6, waited / 1e6];
}

/**
 * Milliseconds of a time that a busy machine took from a process, so that they are no stall of its own: those in which its
 * main thread could have run, and those in which it did nothing while a thread that it waits for to collect garbage could
 * have run. A thread that sleeps on a lock, or waits for a file, waits on its own account.
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
