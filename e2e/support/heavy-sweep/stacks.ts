import { type Profiler, Session } from 'node:inspector';

/** Microseconds between two looks at what runs. */
const INTERVAL = 4_000;
/** Milliseconds after which a profile is begun anew. */
const LASTS = 10_000;
/** Frames that are told of a stack. */
const FRAMES = 7;

/** Looks at what this thread runs, to tell afterwards where the time of a block went. */
export class Stacks {
  readonly #session = new Session();
  #begun = 0;

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
    this.#begin();
  }

  #begin(): void {
    this.#begun = performance.now();
    this.#session.post('Profiler.start');
  }

  /** Keeps the profile short. */
  turn(): void {
    if (performance.now() - this.#begun < LASTS) return;
    this.#session.post('Profiler.stop');
    this.#begin();
  }

  /** The stacks that were seen most often within the last milliseconds, each with its share of them. */
  last(milliseconds: number): string[] {
    let told: string[] = [];
    this.#session.post('Profiler.stop', (_error, result) => {
      if (result) told = stacksOf(result.profile, milliseconds);
    });
    this.#begin();
    return told;
  }
}

function stacksOf(
  { nodes, samples = [], timeDeltas = [], endTime }: Profiler.Profile,
  milliseconds: number,
): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const counts = new Map<string, number>();
  let [at, seen] = [endTime, 0];
  for (let index = samples.length - 1; index >= 0 && endTime - at < milliseconds * 1_000; index -= 1) {
    at -= timeDeltas[index] ?? 0;
    const names: string[] = [];
    for (let id = samples[index]; id !== undefined && names.length < FRAMES; id = parents.get(id)) {
      const frame = byId.get(id)?.callFrame;
      if (frame && frame.functionName !== '(root)')
        names.push(
          `${frame.functionName || '…'}@${frame.url.split('/').slice(-2).join('/')}:${frame.lineNumber + 1}`,
        );
    }
    const stack = names.join(' < ');
    counts.set(stack, (counts.get(stack) ?? 0) + 1);
    seen += 1;
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 3);
  return most.map(([stack, count]) => `${Math.round((count / Math.max(1, seen)) * 100)} % ${stack}`);
}
