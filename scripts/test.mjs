// npm test: installs and builds what is missing, then runs every check and test and sums up.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  buildServer,
  buildWeb,
  install,
  installTestServer,
  pinnedNode,
  ROOT,
  toolEnvironment,
} from './prepare.mjs';

install();
const RESULTS = join(ROOT, '.cache', 'test-results');
/** What tests note beside their results. */
const [PLAYED, ABSENT] = ['played.txt', 'absent.txt'].map((name) => join(ROOT, '.cache', name));
rmSync(RESULTS, { recursive: true, force: true });
for (const notes of [PLAYED, ABSENT]) rmSync(notes, { force: true });
mkdirSync(RESULTS, { recursive: true });

const PLAIN = ['--disable-warning=ExperimentalWarning'];

let passed = 0;
/** What failed, and what failed beside others but passed by itself. */
const failures = [];
const atSecond = [];
/** More files than these are broken, not held up. */
const PLAYED_AGAIN = 8;
/** Lines of an error that the summary repeats. */
const REASON_LINES = 12;
const started = Date.now();

// While it is installed, the code is checked.
const clickhouse = process.env.CHARTROOM_TEST_CLICKHOUSE ?? testServer('clickhouse');
await step('check', [join(ROOT, 'scripts', 'check.ts')]);
process.env.CHARTROOM_TEST_CLICKHOUSE = await clickhouse;
suite('unit, engine and API tests', 'vitest.config.ts');
buildWeb();
buildServer();
suite('browser journeys and conformance', 'e2e/vitest.config.ts');

tell(PLAYED, () => 'Recorded facts that were played:');
tell(ABSENT, (lines) => `Not tried, because absent on this machine (${lines.length}):`);
for (const each of atSecond) tellFailure('Passed by itself only', each);
for (const each of failures) tellFailure('FAILED', each);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);

/** Starts a server for tests, which ends with this process; resolves with its address, or with nothing where it does not run. */
async function testServer(name) {
  const { program, problem } = await installTestServer(name);
  let reason = problem;
  if (program !== undefined) {
    const server = spawn(pinnedNode(), [program], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: toolEnvironment(),
    });
    server.unref();
    const [first] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
    if (Buffer.isBuffer(first)) return first.toString().trim();
    reason = 'it did not start';
  }
  appendFileSync(ABSENT, `the ${name} server of scripts/test-servers: ${reason}\n`);
  return '';
}

/** A program that passes or fails as a whole. */
async function step(name, args) {
  console.log(`\n── ${name}`);
  const [status] = await once(
    spawn(pinnedNode(), [...PLAIN, ...args], { cwd: ROOT, stdio: 'inherit', env: toolEnvironment() }),
    'exit',
  );
  if (status === 0) passed += 1;
  else failures.push({ text: name });
}

function tellFailure(word, { text, reason = [] }) {
  console.log(`${word} ${text}`);
  for (const line of reason) console.log(`    ${line}`);
}

/** Prints what tests noted. */
function tell(notes, title) {
  if (!existsSync(notes)) return;
  const lines = [...new Set(readFileSync(notes, 'utf8').trim().split('\n'))];
  console.log(`\n${title(lines)}`);
  for (const line of lines) console.log(`  ${line}`);
}

/**
 * A Vitest run; its cases are counted one by one. Files in which something failed are played once more by themselves:
 * what then passes was held up by what ran beside it, and is told.
 */
function suite(name, config) {
  console.log(`\n── ${name}`);
  const first = played(config, []);
  if (!first) {
    failures.push({ text: `${name}: no result` });
    return;
  }
  passed += first.passed;
  if (first.failed.length === 0 && first.status !== 0)
    failures.push({ text: `${name}: ended with ${first.status}` });
  const files = [...new Set(first.failed.map(({ file }) => file))];
  // What belongs to no file cannot be played again.
  if (files.length === 0 || files.length > PLAYED_AGAIN || files.includes('')) {
    failures.push(...first.failed);
    return;
  }
  console.log(`\n── once more: ${files.join(', ')}`);
  const second = played(config, files);
  const stillFailing = new Set(
    second?.failed.map(({ text }) => text) ?? first.failed.map(({ text }) => text),
  );
  failures.push(...(second?.failed ?? first.failed));
  const mended = first.failed.filter(({ text }) => !stillFailing.has(text));
  passed += mended.filter(({ isTest }) => isTest).length;
  atSecond.push(...mended);
}

/** Runs Vitest on files, or on all that the configuration names; answers nothing where it left no result. */
function played(config, files) {
  const result = join(RESULTS, `${config.replaceAll(/\W/g, '-')}${files.length > 0 ? '-again' : ''}.json`);
  const strays = `${result}.strays`;
  process.env.CHARTROOM_STRAY_ERRORS = strays;
  const { status } = node([
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...files,
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(ROOT, 'scripts', 'stray-errors.ts')}`,
    `--outputFile.json=${result}`,
  ]);
  if (!existsSync(result) || !existsSync(strays)) return;
  const report = JSON.parse(readFileSync(result, 'utf8'));
  return {
    status,
    passed: report.numPassedTests,
    failed: [
      ...report.testResults.flatMap(failuresOf),
      ...JSON.parse(readFileSync(strays, 'utf8')).map(strayFailure),
    ],
  };
}

/** An error that no test waited for fails the file in which it was thrown. */
function strayFailure({ file, test, reason }) {
  const place = [file, test].filter(Boolean).join(': ') || 'no file';
  return { file, text: `${place}: an error nobody waited for`, reason: beginning(reason), isTest: false };
}

/** What failed in a file: its tests, or the file as a whole, each with the beginning of the reason. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = name.slice(ROOT.length + 1);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0)
    return [{ file, text: file, reason: beginning(message), isTest: false }];
  return failed.map((test) => ({
    file,
    text: `${file}: ${test.fullName}`,
    reason: beginning(test.failureMessages.join('\n')),
    isTest: true,
  }));
}

function beginning(message) {
  return stripVTControlCharacters(message).split('\n').slice(0, REASON_LINES);
}

function node(args) {
  return spawnSync(pinnedNode(), [...PLAIN, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: toolEnvironment(),
  });
}
