import { readFileSync } from 'node:fs';

/**
 * Milliseconds that the main thread of a process has been ready to run, and was not run, because others had the processors:
 * the kernel counts them (`/proc/PID/task/TID/schedstat`). What a machine that is busy with other things takes from a server is
 * no stall of the server. 0 where the kernel does not tell.
 */
export function waitedForMachine(pid: number): number {
  try {
    const [, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return waited / 1e6;
  } catch {
    return 0;
  }
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
