// Brings a checkout up to date: installs packages and builds the web application and the server, each only
// when missing or stale. Plain JavaScript for any Node ≥ 20: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const INSTALLED = join(ROOT, 'node_modules', '.chartroom-installed');
const DIST = join(ROOT, 'apps', 'web', 'dist');
/** In a built folder: of what it was built. */
const BUILT_FROM = '.built-from';
const SERVER_DIST = join(ROOT, 'apps', 'server', 'dist');
/** What the browser's code is made of: folders and files. */
const WEB_SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'packages/model/src',
  'packages/ui/src',
  'packages/charts/src',
  'packages/embed/src',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/call-schemas.ts',
  'apps/web/chunks.ts',
  'apps/web/classic-scripts.ts',
  'apps/web/file-registry.ts',
  'apps/web/component-rules.ts',
  'apps/web/component-styles.ts',
  'apps/web/facades.ts',
  'apps/web/inline-icon.ts',
  'apps/web/loader.ts',
  'apps/web/narrow-imports.ts',
  'scripts/compress.mjs',
  'scripts/build-embed.ts',
  'package-lock.json',
];
/** What the server is made of. */
const SERVER_SOURCES = [
  'apps/server/src',
  'packages/model/src',
  'packages/query/src',
  'packages/engines/src',
  'packages/charts/src',
  'packages/ui/src',
  'scripts/build-server.ts',
  'package-lock.json',
];

const QUIET = ['--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'];

/** Arguments of the program of the server: the built file, with the flags it is meant to run with. */
export function serverProgram() {
  return serverArguments(join(SERVER_DIST, 'main.js'));
}

/** The same, from its sources. */
export function serverSource(...flags) {
  return serverArguments(join(ROOT, 'apps', 'server', 'src', 'main.ts'), flags);
}

function serverArguments(file, flags = []) {
  // The young generation holds what an export makes while it is needed: with the half of it V8 moves rows to the old one, and
  // an export takes half as long again.
  const own = JSON.parse(readFileSync(join(ROOT, 'apps', 'server', 'node-flags.json'), 'utf8'));
  return [...own, ...flags, file];
}

/** The pinned Node that everything runs on, whatever Node started us. */
export function pinnedNode() {
  return join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Environment in which `node` and the tools of the checkout come first. */
export function toolEnvironment() {
  const path = [dirname(pinnedNode()), join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(
    process.platform === 'win32' ? ';' : ':',
  );
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled') };
}

/**
 * Environment of the server: that of the tools, and memory in large pages, where the system's library gives it so. A new
 * process begins with a copy of the table of all pages, and to make one of two gigabytes in small ones would keep the
 * server from everybody for 0.15 s (ADR 11).
 */
export function serverEnvironment() {
  const own = JSON.parse(readFileSync(join(ROOT, 'apps', 'server', 'environment.json'), 'utf8'));
  return { ...own, ...toolEnvironment() };
}

/** Installs what the lockfile names, unless exactly that is installed already. */
export function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted && existsSync(pinnedNode())) return;
  console.log('Installing packages (once) …');
  // Not `npm ci`: it refuses a lockfile that lacks binaries of other platforms, as one has that was written where the
  // registry does not hold them yet. The versions are those of the lockfile all the same, and it stays as it is.
  run('npm', ['install', ...QUIET], { shell: process.platform === 'win32', env: process.env });
  if (!existsSync(pinnedNode()))
    run('npm', ['rebuild', 'node'], { shell: process.platform === 'win32', env: process.env });
  if (!existsSync(pinnedNode()))
    fail('The package "node" was installed without its program. Allow its install script and start again.');
  writeFileSync(INSTALLED, wanted);
}

/**
 * Installs the server that tests of an engine ask, by its own lockfile: too heavy for everyone. Returns what starts it,
 * or why there is none.
 */
export async function installTestServer(name) {
  const folder = join(ROOT, 'scripts', 'test-servers', name);
  const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'node_modules', '.installed');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    console.log(`Installing the ${name} server for tests (once) …`);
    const installing = spawn('npm', ['install', ...QUIET], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    const [status] = await once(installing, 'exit');
    if (status !== 0)
      return { problem: `the packages of scripts/test-servers/${name} could not be installed` };
    writeFileSync(installed, wanted);
  }
  return { program: join(folder, 'serve.mjs') };
}

/** Builds the web application unless the build at hand was made from exactly these sources. */
export function buildWeb() {
  const wanted = fingerprint(WEB_SOURCES);
  if (isBuilt(DIST, wanted)) return;
  console.log('Building the web application (once) …');
  run(pinnedNode(), [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'apps', 'web'),
    env: { ...toolEnvironment(), NODE_ENV: 'production' },
  });
  run(pinnedNode(), [
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'scripts', 'build-embed.ts'),
    join(DIST, 'static', 'embed'),
  ]);
  run(pinnedNode(), [join(ROOT, 'scripts', 'compress.mjs'), join(DIST, 'static')]);
  writeFileSync(join(DIST, BUILT_FROM), wanted);
}

/** Builds the server unless the build at hand was made from exactly these sources. */
export function buildServer() {
  const wanted = fingerprint(SERVER_SOURCES);
  if (isBuilt(SERVER_DIST, wanted)) return;
  console.log('Building the server (once) …');
  run(pinnedNode(), ['--disable-warning=ExperimentalWarning', join(ROOT, 'scripts', 'build-server.ts')]);
  writeFileSync(join(SERVER_DIST, BUILT_FROM), wanted);
}

function isBuilt(folder, wanted) {
  const note = join(folder, BUILT_FROM);
  return existsSync(note) && readFileSync(note, 'utf8') === wanted;
}

/** Runs one program to its end; a failure ends this process with the same code. */
export function run(program, args, options = {}) {
  const done = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env: toolEnvironment(), ...options });
  if (done.error) fail(`${program} could not be started: ${done.error.message}`);
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Runs one long-living program, hands signals on and ends as it ends. */
export function become(program, args, options = {}) {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: toolEnvironment(), ...options });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${program} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + 15 : (code ?? 1)));
}

/** Names, sizes and times of the sources: cheap enough to look at on every start. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  const add = (path) => {
    const stat = statSync(path);
    hash.update(`${path.slice(ROOT.length)}:${stat.size}:${stat.mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  };
  for (const source of sources.map((each) => join(ROOT, each))) {
    if (!existsSync(source)) continue;
    if (statSync(source).isDirectory()) walk(source);
    else add(source);
  }
  return hash.digest('hex');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
