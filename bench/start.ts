import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort, pause, startProduct } from '../e2e/support/product.ts';
import { median, type Report } from './report.ts';

const ROOT = join(import.meta.dirname, '..');
const RUNS = 5;
/** Milliseconds: enough to install everything. */
const PATIENCE = 300_000;

/** From the command to the first good answer, and what all processes hold when nobody asks anything. */
export async function measureStart(report: Report): Promise<void> {
  const times: number[] = [];
  const bare = median(await Promise.all(Array.from({ length: 3 }, bareNode)));
  const home = mkdtempSync(join(tmpdir(), 'chartroom-bench-'));
  try {
    // The first start installs and builds what is missing and is not counted.
    await timeStart(home, await freePort());
    for (let run = 0; run < RUNS; run += 1) times.push(await timeStart(home, await freePort()));
    report.add({ what: 'start, `npm start` to /health', value: median(times), unit: 'ms', budget: 1_000 });
    report.add({
      what: 'the same',
      value: median(times),
      unit: 'ms',
      against: { what: 'node -e 0', value: bare },
    });
    const product = await startProduct({ home, settings: { LOAD_EXAMPLES: 'false' } });
    await pause(3_000);
    report.add({
      what: 'memory when idle, all processes',
      value: residentMegabytes(product.pid),
      unit: 'MB',
      budget: 160,
    });
    await product.stop();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function timeStart(home: string, port: number): Promise<number> {
  const env = {
    ...process.env,
    CHARTROOM_HOME: home,
    CHARTROOM_PORT: String(port),
    CHARTROOM_LOAD_EXAMPLES: 'false',
  };
  const begun = performance.now();
  const child = spawn('npm', ['start', '--silent'], { cwd: ROOT, env, stdio: 'ignore', detached: true });
  try {
    for (;;) {
      const fine = await fetch(`http://127.0.0.1:${port}/health`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (fine) return performance.now() - begun;
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`);
      if (performance.now() - begun > PATIENCE) throw new Error('The product did not answer in time.');
      await pause(5);
    }
  } finally {
    if (child.pid && child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid, 'SIGTERM');
      await gone;
    }
  }
}

function bareNode(): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve) =>
    spawn(process.execPath, ['-e', '0']).once('exit', () => resolve(performance.now() - begun)),
  );
}

/** Resident memory of a process and all below it, from /proc; not a number elsewhere than on Linux. */
export function residentMegabytes(root: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  return residentParts(root).reduce((sum, { megabytes }) => sum + megabytes, 0);
}

/** The same for each process, by the file that it runs. */
export function residentParts(root: number): { file: string; megabytes: number }[] {
  const parents = new Map<number, number>();
  const resident = new Map<number, { file: string; megabytes: number }>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      const file = basename(words.find((word) => word.endsWith('.js')) ?? words[0] ?? '');
      resident.set(pid, { file, megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024 });
    } catch {
      // A process that ended while we looked holds nothing.
    }
  }
  const below = (pid: number): boolean => pid === root || (pid > 1 && below(parents.get(pid) ?? 0));
  return [...resident].filter(([pid]) => below(pid)).map(([, part]) => part);
}
