import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf } from './processes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** With which the server is started for people too. */
const FLAGS: string[] = JSON.parse(readFileSync(join(ROOT, 'apps', 'server', 'node-flags.json'), 'utf8'));
const ENVIRONMENT: NodeJS.ProcessEnv = JSON.parse(
  readFileSync(join(ROOT, 'apps', 'server', 'environment.json'), 'utf8'),
);

/** A running Chartroom with a home of its own. */
export interface Product {
  url: string;
  home: string;
  /** Everything it printed so far. */
  output: () => string;
  pid: number;
  /** Id of the server's process: below a supervisor another one after each death. */
  serverPid: () => number;
  /** How its process has ended; undefined while it runs. */
  exitCode: () => number | undefined;
  /** Ends it as `kill` would; `SIGKILL` for the cruel way. Resolves when it is gone. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** Stops it if need be and removes its home. */
  remove: () => Promise<void>;
}

export interface ProductOptions {
  /** An existing home to start on again. */
  home?: string;
  /** Settings beside home and port, without the prefix CHARTROOM_. */
  settings?: Record<string, string>;
  /** Further variables of its environment. */
  environment?: Readonly<Record<string, string>>;
  /** Started as `npm start` does, by a supervisor that starts the server again when it dies. */
  supervised?: boolean;
}

/** The account that `startProduct` creates when asked by ADMIN. */
export const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'general-1234' };

/** In tests, an answer that its route does not declare is a fault; figures are of servers that do not look. */
const CHECKS = process.env.VITEST ? ['--check-answers'] : [];

/** Starts the product on a free port and waits until it answers. Rejects with its output when it does not. */
export async function startProduct({
  home = mkdtempSync(join(tmpdir(), 'chartroom-')),
  settings = {},
  environment = {},
  supervised = false,
}: ProductOptions = {}): Promise<Product> {
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    ...(!supervised && ENVIRONMENT),
    ...process.env,
    ...environment,
    CHARTROOM_HOME: home,
    CHARTROOM_PORT: String(port),
    NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'),
  };
  for (const [name, value] of Object.entries(settings)) env[`CHARTROOM_${name}`] = value;
  const program = supervised
    ? [join(ROOT, 'scripts', 'start.mjs')]
    : [...FLAGS, join(ROOT, 'apps', 'server', 'dist', 'main.js'), ...CHECKS];
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const url = `http://127.0.0.1:${port}`;
  await healthy(url, child, () => printed);
  const stop = (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => end(child, signal);
  return {
    url,
    home,
    output: () => printed,
    pid: child.pid ?? 0,
    serverPid: () => (supervised ? (childrenOf(child.pid ?? 0)[0] ?? 0) : (child.pid ?? 0)),
    exitCode: () => child.exitCode ?? undefined,
    stop,
    remove: async () => {
      await stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function healthy(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}:\n${printed()}`);
    const fine = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (fine) return;
    await pause(25);
  }
  child.kill('SIGKILL');
  throw new Error(`The product did not answer within 30 s:\n${printed()}`);
}

function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const cruel = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(cruel);
      resolve();
    });
    child.kill(signal);
  });
}

/** A port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Waits so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
