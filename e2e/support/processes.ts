import { execFileSync, spawnSync } from 'node:child_process';

/** The parent of every process, by its id. */
function parentsOfAll(): Map<number, number> {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return new Map(
    lines.map((line) => line.trim().split(/\s+/).map(Number)).map(([pid = 0, parent = 0]) => [pid, parent]),
  );
}

/** Ids of the processes that a process itself has started. */
export function childrenOf(root: number): number[] {
  return [...parentsOfAll()].filter(([, parent]) => parent === root).map(([pid]) => pid);
}

/** Ids of the processes that a process has started, directly or not. */
export function descendants(root: number): number[] {
  const parents = parentsOfAll();
  const below = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && parent > 1 && (parent === root || below(parent));
  };
  return [...parents.keys()].filter(below);
}

/** Bytes of memory that a process holds at this moment; none when it has ended. */
export function memoryOf(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(stdout.trim()) * 1024;
}

/** Whether a process is there and no mere remainder. */
export function isAlive(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return state !== '' && !state.startsWith('Z');
  } catch {
    return false;
  }
}
