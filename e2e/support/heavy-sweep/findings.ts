import type { Sent } from './sender.ts';
import type { FromWatcher, WatchedAnswer } from './watch.ts';

/** Milliseconds from which on an answer to the watcher is a stall. */
const STALL = 200;
/** Milliseconds for which requests that have ended are remembered: one of them may be what a stall is told of. */
const REMEMBERED = 120_000;
/** Requests between two lines that say how far a sweep has come. */
const PER_LINE = 5_000;
/** Statuses that are faults of the server. 503 says that it has too much to do, 504 that a database took too long. */
const isFault = (status: number) => status >= 500 && status !== 503 && status !== 504;

interface UnderWay {
  label: string;
  begun: number;
  ended?: number;
  status?: number;
}

/** A time at which the event loop of the server did not go round. */
export interface Block {
  at: number;
  blocked: number;
  own: number;
  /** Where the time went, when that is looked at. */
  where: string[];
}

/** What a heavy sweep has seen, and what of it must not be. */
export class Findings {
  readonly #kind: string;
  readonly #say: (line: string) => void;
  #started = performance.now();
  #hasBegun = false;
  readonly statuses: Record<string, number> = {};
  /** Faults, and requests to which no answer came. */
  readonly faults: string[] = [];
  readonly stalls: string[] = [];
  readonly blocks: { own: number; during: string; where: string[] }[] = [];
  readonly longest: { label: string; milliseconds: number; status: number }[] = [];
  readonly #worst = new Map<string, WatchedAnswer>();
  readonly #watched = new Map<string, number[]>();
  #deaths = 0;
  #requests = 0;
  #peak = 0;
  #peakServer = 0;
  #notKept = 0;
  #hasServer = true;
  #underWay: UnderWay[] = [];

  constructor(kind: string, say: (line: string) => void) {
    this.#kind = kind;
    this.#say = say;
  }

  get deaths(): number {
    return this.#deaths;
  }

  get requests(): number {
    return this.#requests;
  }

  /** The longest time of its own, in milliseconds, that the server took for an answer to the watcher. */
  worst(what: string): number {
    return this.#worst.get(what)?.own ?? 0;
  }

  /** How many of them there were. */
  answersOf(what: string): number {
    return this.#watched.get(what)?.length ?? 0;
  }

  say(line: string): void {
    this.#say(`${this.#kind}: ${line}`);
  }

  /** From now on what is seen counts. */
  begins(): void {
    this.#hasBegun = true;
    this.#started = performance.now();
  }

  /** Notes that a request is sent; call what comes back with its end. */
  begin(label: string): (sent: Sent) => void {
    const one: UnderWay = { label, begun: Date.now() };
    this.#underWay.push(one);
    return (sent) => {
      Object.assign(one, { ended: Date.now(), status: sent.status });
      this.#ended(label, sent);
    };
  }

  #ended(label: string, { status, problem, milliseconds, text }: Sent): void {
    this.#requests += 1;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (isFault(status)) this.#fault(`${status} to ${label}: ${text.slice(0, 300)}`);
    if (status === 0) this.#fault(`no answer to ${label}: ${problem} after ${Math.round(milliseconds)} ms`);
    this.longest.push({ label, milliseconds, status });
    if (this.longest.length > 200) {
      this.longest.sort((a, b) => b.milliseconds - a.milliseconds);
      this.longest.length = 15;
    }
    if (this.#requests % 500 === 0)
      this.#underWay = this.#underWay.filter(
        ({ ended }) => ended === undefined || ended > Date.now() - REMEMBERED,
      );
    if (this.#requests % PER_LINE === 0)
      this.say(`${this.#requests} requests in ${this.#seconds()} s, at ${label}`);
  }

  #fault(line: string): void {
    this.faults.push(line);
    this.say(`FAULT ${line}`);
  }

  /** Takes what the watcher tells. */
  watched(message: FromWatcher): void {
    if (message.kind === 'memory') {
      this.#peak = Math.max(this.#peak, message.bytes);
      this.#peakServer = Math.max(this.#peakServer, message.server);
    } else if (message.kind === 'server') this.#server(message.pid);
    else this.#answer(message);
  }

  #server(pid: number | undefined): void {
    if (pid === undefined && this.#hasServer) {
      this.#deaths += 1;
      this.say(`DEATH during ${this.#during(Date.now() - 2_000, Date.now())}`);
    }
    this.#hasServer = pid !== undefined;
  }

  #answer(answer: WatchedAnswer): void {
    const { what, milliseconds, own, worked, at, status, isKept } = answer;
    if (!this.#hasBegun) return;
    if (!isKept) {
      this.#notKept += 1;
      return;
    }
    if (status === 0 && !this.#hasServer) return;
    const worst = this.#worst.get(what);
    if (!worst || own > worst.own) this.#worst.set(what, answer);
    const times = this.#watched.get(what) ?? [];
    times.push(milliseconds);
    this.#watched.set(what, times);
    const isFine = status === 200 || (what !== 'health' && status === 503);
    if (own <= STALL && isFine) return;
    const line = `${what} answered ${status} after ${Math.round(milliseconds)} ms, ${Math.round(own)} of them the server's own (its thread ran for ${Math.round(worked)}), during ${this.#during(at - milliseconds, at)}`;
    this.stalls.push(line);
    this.say(`STALL ${line}`);
  }

  /** Takes a time at which the server's event loop did not go round. */
  blocked({ at, own, blocked, where }: Block): void {
    if (!this.#hasBegun) return;
    const during = this.#during(at - blocked, at);
    this.blocks.push({ own, during, where });
    if (own > STALL)
      this.say(`BLOCK of ${own} ms during ${during}${where.map((stack) => `\n    ${stack}`).join('')}`);
  }

  /** Takes all that was printed by the supervisor and the server. */
  ended(output: string): void {
    for (const line of output.split('\n'))
      if (/is started again|given up|Error|unexpected|Memory is short/.test(line))
        this.say(`printed: ${line.slice(0, 600)}`);
  }

  /** Requests that were under way at some moment of a time. */
  #during(from: number, to: number): string {
    const those = this.#underWay.filter(
      ({ begun, ended }) => begun <= to && (ended === undefined || ended >= from),
    );
    return (
      those.map(({ label, status }) => `[${label.slice(0, 160)} → ${status ?? '…'}]`).join(' ') || 'nothing'
    );
  }

  /** The end of a sweep in lines. */
  lines(): string[] {
    const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
    const share = (values: number[], part: number) =>
      Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0);
    const watched = [...this.#watched].map(([what, values]) => {
      const worst = this.#worst.get(what);
      return `${what}: ${values.length} answers, p50 ${share(values, 0.5)} ms, p99 ${share(values, 0.99)} ms, worst ${Math.round(worst?.milliseconds ?? 0)} ms of which the server's own ${Math.round(worst?.own ?? 0)} ms`;
    });
    const blocks = [...this.blocks].sort((a, b) => b.own - a.own);
    this.longest.sort((a, b) => b.milliseconds - a.milliseconds);
    return [
      `${this.#requests} requests in ${this.#seconds()} s; answers ${JSON.stringify(this.statuses)}`,
      `${this.#deaths} deaths, ${this.stalls.length} stalls over ${STALL} ms, ${this.faults.length} faults`,
      `peak memory: ${megabytes(this.#peakServer)} MB of the server and its engines, ${megabytes(this.#peak)} MB with its supervisor`,
      ...watched,
      `${this.#notKept} times the watched chart was not kept any more`,
      `${blocks.length} times the event loop was blocked for more than 50 ms by the server itself, at most ${blocks[0]?.own ?? 0} ms`,
      ...blocks
        .slice(0, 25)
        .map(({ own, during, where }) => `  ${own} ms: ${[during.slice(0, 700), ...where].join('\n    ')}`),
      'longest answers:',
      ...this.longest
        .slice(0, 8)
        .map(({ label, milliseconds, status }) => `  ${Math.round(milliseconds)} ms: ${status} to ${label}`),
    ].map((line) => `${this.#kind}: ${line}`);
  }

  #seconds(): string {
    return ((performance.now() - this.#started) / 1_000).toFixed(0);
  }
}
