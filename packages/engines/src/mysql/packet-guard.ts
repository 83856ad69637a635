import type { Connection } from 'mysql2';
import { guardReading } from '../files/guarded-reading.ts';
import { HeadGuard } from '../network/head-guard.ts';
import { type AnswerBounds, tooLargeAnswer } from '../rows/answer-bounds.ts';

/** A packet of this length is continued by the next one. */
const CONTINUED = 0xffffff;

/** Looks at the packets of a server; throws 413 for one row beyond the bound. */
export class PacketGuard extends HeadGuard {
  readonly #bounds: AnswerBounds;
  /** Bytes of a row so far, which several packets may make up. */
  #row = 0;
  /** Three bytes of length and a number. */
  protected readonly wanted = 4;

  constructor(bounds: AnswerBounds) {
    super();
    this.#bounds = bounds;
  }

  protected read(bytes: Buffer, at: number): number {
    const length = bytes.readUIntLE(at, 3);
    this.#row += length;
    if (this.#row > this.#bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(this.#bounds);
    if (length < CONTINUED) this.#row = 0;
    return length;
  }
}

/** Looks at what a connection reads from now on; it stands between two packets. */
export function guardConnection(connection: Pick<Connection, 'on'>, bounds: AnswerBounds): void {
  // Its types hide the socket.
  const stream: unknown = Reflect.get(connection, 'stream');
  if (!isSocket(stream))
    throw new Error(
      'This version of the driver for MySQL reads its connections in another way than is known.',
    );
  const guard = new PacketGuard(bounds);
  guardReading(stream, (chunk) => guard.look(chunk));
}

function isSocket(value: unknown): value is Parameters<typeof guardReading>[0] {
  return typeof value === 'object' && value !== null && 'listeners' in value && 'destroy' in value;
}
