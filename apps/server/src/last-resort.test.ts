import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';

const MODULE = new URL('./last-resort.ts', import.meta.url).href;

/** How a process ends that has a last resort and does this. */
async function fate(does: string): Promise<{ code: number | null; out: string; err: string }> {
  const program = `import { LastResort } from ${JSON.stringify(MODULE)};
    const lastResort = new LastResort();
    setInterval(() => undefined, 1_000);
    ${does}`;
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    program,
  ]);
  const said = { out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => {
    said.out += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    said.err += part.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...said };
}

describe('F6: an error that nobody takes', () => {
  test('F6: is told, and ends the process in order with a code of its own', async () => {
    const { code, out, err } = await fate(`lastResort.endBy(async () => console.log('in order'));
      const { EventEmitter } = await import('node:events');
      setTimeout(() => new EventEmitter().emit('error', new Error('nobody listens')), 5);`);
    expect([code, out]).toEqual([70, 'in order\n']);
    expect(err).toMatch(
      /^The server ends, because of an error that nobody expected \(uncaughtException\):\nError: nobody listens\n {4}at /,
    );
  });

  test('F6: so does a promise that nobody waits for; what cannot be put in order is told too', async () => {
    const { code, err } = await fate(`lastResort.endBy(() => Promise.reject(new Error('it is broken')));
      setTimeout(() => void Promise.reject(new Error('nobody waits')), 5);`);
    expect(code).toBe(70);
    expect(err).toMatch(
      /\(unhandledRejection\):\nError: nobody waits[\s\S]*It could not be put in order: it is broken\n$/,
    );
  });

  test('F6: what takes too long to be put in order is not waited for', async () => {
    const begun = performance.now();
    const { code } = await fate(`lastResort.endBy(() => new Promise(() => undefined));
      setTimeout(() => { throw new Error('first'); }, 5);
      setTimeout(() => { throw new Error('second'); }, 50);`);
    expect(code).toBe(70);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('a log that nobody reads any more is no reason to end', async () => {
    const { code, err } = await fate(`process.stdout.emit('error', new Error('EPIPE'));
      setTimeout(() => process.exit(0), 5);`);
    expect([code, err]).toEqual([0, '']);
  });
});
