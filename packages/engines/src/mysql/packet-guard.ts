import type { Connection } from 'mysql2';
import { type AnswerBounds, tooLargeAnswer } from '../answer-bounds.ts';
import { guardReading } from '../guarded-reading.ts';

/** Three bytes of length and a number. */
const HEADER = 4;
/** A packet of this length is continued by the next one. */
const CONTINUED = 0xffffff;

/** Looks at the packets of a server before the driver collects them; throws 413 for one row beyond the bound. */
export class PacketGuard {
  readonly #bounds: AnswerBounds;
  readonly #head = Buffer.alloc(HEADER);
  #known = 0;
  #skip = 0;
  /** Bytes of a row so far, which several packets may make up. */
  #row = 0;

  constructor(bounds: AnswerBounds) {
    this.#bounds = bounds;
  }

  look(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, chunk.length - at);
        this.#skip -= passed;
        at += passed;
      } else if (this.#known === 0 && chunk.length - at >= HEADER) {
        this.#begin(chunk.readUIntLE(at, 3));
        at += HEADER;
      } else {
        this.#head[this.#known++] = chunk[at++] ?? 0;
        if (this.#known < HEADER) continue;
        this.#known = 0;
        this.#begin(this.#head.readUIntLE(0, 3));
      }
    }
  }

  #begin(length: number): void {
    this.#row += length;
    if (this.#row > this.#bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(this.#bounds);
    if (length < CONTINUED) this.#row = 0;
    this.#skip = length;
  }
}

/** Looks at what a connection reads from now on; it stands between two packets. */
export function guardConnection(connection: Pick<Connection, 'on'>, bounds: AnswerBounds): void {
  // Its types hide the socket.
  const stream: unknown = Reflect.get(connection, 'stream');
  if (!isSocket(stream)) throw new Error('This version of the driver for MySQL reads its connections in another way than is known.');
  const guard = new PacketGuard(bounds);
  guardReading(stream, (chunk) => guard.look(chunk));
}

function isSocket(value: unknown): value is Parameters<typeof guardReading>[0] {
  return typeof value === 'object' && value !== null && 'listeners' in value && 'destroy' in value;
}
