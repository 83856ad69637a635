/** Milliseconds of work after which others have their turn. */
const MOST_MS = 2;
/** Turns of the event loop that others have then: a question takes some, and would wait for a step between any two of them. */
const TURNS = 4;
/** Bytes that are copied at a time. */
const AT_A_TIME = 1 << 20;

/** Long works that wait to go on. They have one line in this process: fifty that go on in the same turn are one long work. */
const line: (() => void)[] = [];

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    line.push(resolve);
    if (line.length === 1) setImmediate(callOne);
  });
}

/** Lets one go on in each turn of the event loop. */
function callOne(): void {
  line.shift()?.();
  if (line.length > 0) setImmediate(callOne);
}

/** Waits for others who want something; for as good as no time when nobody does. */
export async function othersFirst(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}

/** Lets others have their turn in a long work of small steps. */
export class Breathing {
  #begun = performance.now();

  /** Called between two steps; waits for others when the work has gone on for a while. */
  async step(): Promise<void> {
    if (performance.now() - this.#begun < MOST_MS) return;
    await othersFirst();
    this.#begun = performance.now();
  }
}

/** Pieces as one: small ones at once, large ones bit by bit. */
export async function joinedBytes(pieces: readonly Uint8Array[]): Promise<Buffer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= AT_A_TIME) return Buffer.concat(pieces);
  const whole = Buffer.allocUnsafeSlow(length);
  const breathing = new Breathing();
  let at = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += AT_A_TIME) {
      const part = piece.subarray(from, from + AT_A_TIME);
      whole.set(part, at);
      at += part.length;
      await breathing.step();
    }
  }
  return whole;
}
