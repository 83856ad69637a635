// Runs the server and starts it again when it dies. Plain JavaScript for any Node ≥ 20, as it is part of `npm start`.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Code of a server whose settings cannot be used, or whose home another one has: to start it again would change nothing. */
const SETTINGS_UNUSABLE = 78;
/** Milliseconds before a server is started again that has died so many times in a row before it was ready. */
const PAUSES = [0, 250, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** Milliseconds that a server has to end when it is told to, before it is made to. */
const ENDS_WITHIN = 10_000;
/** Characters of what the server has said last. */
const LAST_WORDS = 2_000;
/** Milliseconds until its last words have come. */
const WORDS_COME = 50;

/**
 * Runs a server until it ends by itself or is told to end, and ends this process as it has ended. A server that dies is
 * started again at once; one that dies again and again before it is ready ever later, and then it is given up. One that
 * was not ready the first time is not started again. A server that gives no sign of life for as long as it says is killed.
 * @param {string} program @param {string[]} args @param {import('node:child_process').SpawnOptions} options
 */
export function supervise(program, args, options) {
  const state = { child: undefined, isEnding: false, deaths: 0, wasReady: false };
  const end = (signal) => {
    state.isEnding = true;
    if (!state.child) process.exit(128 + constants.signals[signal]);
    state.child.kill(signal);
    setTimeout(() => state.child?.kill('SIGKILL'), ENDS_WITHIN).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  // Who reads the log has gone: the server goes on.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  launch(state, { program, args, options });
}

function launch(state, command) {
  const began = performance.now();
  const child = spawn(command.program, command.args, {
    ...command.options,
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  });
  const life = { began, isReady: false, silent: 0, hangSeconds: 0, words: '', wasHung: false };
  state.child = child;
  child.stderr.on('data', (part) => {
    life.words = `${life.words}${part}`.slice(-LAST_WORDS);
    process.stderr.write(part);
  });
  child.on('message', (message) => {
    life.silent = 0;
    if (message?.state !== 'ready') return;
    life.isReady = true;
    life.hangSeconds = message.hangSeconds;
    state.wasReady = true;
  });
  // Seconds are counted, not read from the clock: a machine that has slept is not taken for a server that hangs.
  const watch = setInterval(() => {
    life.silent += 1;
    if (!life.isReady || life.hangSeconds === 0 || life.silent <= life.hangSeconds || life.wasHung) return;
    life.wasHung = true;
    child.kill('SIGKILL');
  }, 1_000);
  child.on('error', (error) => {
    clearInterval(watch);
    if (child.pid !== undefined) return;
    say(`${command.program} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    state.child = undefined;
    setTimeout(() => child.stderr.destroy(), WORDS_COME);
    buried(state, life, { code, signal, pid: child.pid }, command);
  });
}

/** Decides what follows a death. */
function buried(state, life, { code, signal, pid }, command) {
  const ended = code ?? 128 + constants.signals[signal];
  if (state.isEnding || ended === 0) process.exit(ended);
  if (!state.wasReady) process.exit(ended);
  state.deaths = life.isReady ? 0 : state.deaths + 1;
  const wait = PAUSES[state.deaths];
  const seconds = ((performance.now() - life.began) / 1_000).toFixed(1);
  const death = signal
    ? `was ended by ${signal}${signal === 'SIGKILL' ? ' (somebody killed it, or the system because it had no memory left)' : ''}`
    : `ended with code ${code}`;
  const how = life.wasHung ? `gave no sign of life for ${life.hangSeconds} s and was ended` : death;
  if (code === SETTINGS_UNUSABLE || wait === undefined) {
    const why =
      wait === undefined
        ? `it has died ${state.deaths} times before it was ready`
        : 'its settings or its home cannot be used';
    say(`The server (process ${pid}) ${how} after ${seconds} s. It is not started again: ${why}.`);
    setTimeout(() => process.exit(ended), WORDS_COME);
    return;
  }
  const again = wait === 0 ? 'It is started again.' : `It is started again in ${wait / 1_000} s.`;
  setTimeout(() => {
    const last = life.words.trimEnd().split('\n').at(-1);
    say(
      `The server (process ${pid}) ${how} after ${seconds} s. ${again}${last ? ` Its last words: ${last}` : ''}`,
    );
  }, WORDS_COME);
  const start = () => {
    if (!state.isEnding) launch(state, command);
  };
  if (wait === 0) start();
  else setTimeout(start, wait);
}

function say(line) {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}
