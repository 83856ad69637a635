import { once } from 'node:events';
import type { Socket } from 'node:net';
import { SocketDouble } from '../testing/socket-double.ts';

/** A column of an answer: its name and the bytes of its type in the protocol. */
export interface DoubleColumn {
  name: string;
  type: Buffer;
}
/** What the double answers to a statement. */
export type DoubleAnswer =
  | { columns: DoubleColumn[]; rows: Iterable<Buffer>; failing?: string }
  | { error: string; number: number }
  | 'nothing'
  | 'hang'
  | 'drop';

/** The answer in whose middle a connection is. */
interface Work {
  answer: symbol | undefined;
}

const PACKET_BYTES = 4_096;
const STATUS = { count: 0x10, more: 0x01, error: 0x02, attention: 0x20 };

/**
 * A server that speaks enough of TDS 7.4 to test a client's bytes: it lets anybody in, answers statements as it is told,
 * and acknowledges attention signals.
 */
export class TdsDouble extends SocketDouble {
  readonly #answer: (sql: string) => DoubleAnswer;
  readonly #login: { error: string; number: number } | undefined;

  constructor(answer: (sql: string) => DoubleAnswer, login?: { error: string; number: number }) {
    super();
    this.#answer = answer;
    this.#login = login;
  }

  protected override serve(socket: Socket): void {
    let received = Buffer.alloc(0);
    let message = Buffer.alloc(0);
    const work: Work = { answer: undefined };
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      while (received.length >= 8 && received.length >= received.readUInt16BE(2)) {
        const length = received.readUInt16BE(2);
        const [type, status] = [received.readUInt8(0), received.readUInt8(1)];
        message = Buffer.concat([message, received.subarray(8, length)]);
        received = received.subarray(length);
        if ((status & 1) === 0) continue;
        const whole = message;
        message = Buffer.alloc(0);
        void this.#receive(socket, type, whole, work);
      }
    });
  }

  async #receive(socket: Socket, type: number, content: Buffer, work: Work): Promise<void> {
    if (type === 0x12) send(socket, preLogin());
    else if (type === 0x10)
      send(
        socket,
        this.#login ? Buffer.concat([errorToken(this.#login), done(STATUS.error)]) : loginAnswer(),
      );
    else if (type === 0x06) {
      this.stops += 1;
      // The answer under way ends first, then the signal is acknowledged in a message of its own.
      if (work.answer) send(socket, done(STATUS.error));
      work.answer = undefined;
      send(socket, done(STATUS.attention));
    } else if (type === 0x01) {
      const sql = content.subarray(content.readUInt32LE(0)).toString('utf16le');
      this.statements.push(sql);
      work.answer = Symbol(sql);
      await reply(socket, this.#answer(sql), work);
    }
  }
}

async function reply(socket: Socket, answer: DoubleAnswer, work: Work): Promise<void> {
  if (answer === 'hang') return;
  const own = work.answer;
  await answerWith(socket, answer, work);
  if (work.answer === own) work.answer = undefined;
}

async function answerWith(socket: Socket, answer: Exclude<DoubleAnswer, 'hang'>, work: Work): Promise<void> {
  if (answer === 'drop') return void socket.destroy();
  if (answer === 'nothing') return send(socket, done(0));
  if ('error' in answer) return send(socket, Buffer.concat([errorToken(answer), done(STATUS.error)]));
  const own = work.answer;
  let tokens = [columnMetadata(answer.columns)];
  let size = 0;
  let number = 1;
  for (const row of answer.rows) {
    tokens.push(Buffer.of(0xd1), row);
    size += row.length;
    if (size < 64_000) continue;
    number = packets(socket, Buffer.concat(tokens), number, false);
    tokens = [];
    size = 0;
    if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    else await new Promise((resolve) => setImmediate(resolve));
    if (work.answer !== own || socket.destroyed) return;
  }
  tokens.push(
    answer.failing
      ? Buffer.concat([errorToken({ error: answer.failing, number: 8134 }), done(STATUS.error)])
      : done(STATUS.count),
  );
  packets(socket, Buffer.concat(tokens), number, true);
}

/** Types of columns as COLMETADATA tells them, and values as ROW holds them. */
export const types = {
  int: Buffer.of(0x26, 4),
  bigint: Buffer.of(0x26, 8),
  bit: Buffer.of(0x68, 1),
  float: Buffer.of(0x6d, 8),
  decimal: Buffer.of(0x6a, 17, 38, 2),
  nvarchar: Buffer.from([0xe7, 0xa0, 0x0f, 0x09, 0x04, 0xd0, 0x00, 0x34]),
  varbinary: Buffer.from([0xa5, 0x40, 0x1f]),
  uuid: Buffer.of(0x24, 16),
  date: Buffer.of(0x28),
  time: Buffer.of(0x29, 7),
  datetime2: Buffer.of(0x2a, 7),
};

export const values = {
  none: Buffer.of(0),
  noText: Buffer.from([0xff, 0xff]),
  int(value: number): Buffer {
    const bytes = Buffer.alloc(5);
    bytes.writeUInt8(4);
    bytes.writeInt32LE(value, 1);
    return bytes;
  },
  bigint(value: bigint): Buffer {
    const bytes = Buffer.alloc(9);
    bytes.writeUInt8(8);
    bytes.writeBigInt64LE(value, 1);
    return bytes;
  },
  bit: (value: boolean): Buffer => Buffer.of(1, value ? 1 : 0),
  float(value: number): Buffer {
    const bytes = Buffer.alloc(9);
    bytes.writeUInt8(8);
    bytes.writeDoubleLE(value, 1);
    return bytes;
  },
  /** A decimal of 17 bytes: its sign, then its digits without the point. */
  decimal(digits: bigint): Buffer {
    const bytes = Buffer.alloc(18);
    bytes.writeUInt8(17);
    bytes.writeUInt8(digits < 0n ? 0 : 1, 1);
    const size = digits < 0n ? -digits : digits;
    bytes.writeBigUInt64LE(size & 0xffff_ffff_ffff_ffffn, 2);
    bytes.writeBigUInt64LE(size >> 64n, 10);
    return bytes;
  },
  nvarchar(value: string): Buffer {
    const content = Buffer.from(value, 'utf16le');
    const length = Buffer.alloc(2);
    length.writeUInt16LE(content.length);
    return Buffer.concat([length, content]);
  },
  varbinary: (value: Buffer): Buffer => Buffer.concat([Buffer.from([value.length, 0]), value]),
  uuid: (value: Buffer): Buffer => Buffer.concat([Buffer.of(16), value]),
  date: (day: Date): Buffer => Buffer.concat([Buffer.of(3), daysOf(day)]),
  /** `ticks`: hundreds of nanoseconds since midnight. */
  time: (ticks: number): Buffer => Buffer.concat([Buffer.of(5), ticksOf(ticks)]),
  datetime2: (day: Date, ticks: number): Buffer => Buffer.concat([Buffer.of(8), ticksOf(ticks), daysOf(day)]),
};

function ticksOf(ticks: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUIntLE(ticks, 0, 5);
  return bytes;
}

/** Days since the first of the year 1. */
function daysOf(day: Date): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(Math.floor(day.getTime() / 86_400_000) + 719_162, 0, 3);
  return bytes;
}

function send(socket: Socket, content: Buffer): void {
  packets(socket, content, 1, true);
}

/** Writes packets of one message; `isLast` marks its end. Gives the number of the next packet. */
function packets(socket: Socket, content: Buffer, first: number, isLast: boolean): number {
  let number = first;
  const room = PACKET_BYTES - 8;
  for (let at = 0; at === 0 || at < content.length; at += room) {
    const part = content.subarray(at, at + room);
    const head = Buffer.alloc(8);
    head.writeUInt8(0x04, 0);
    head.writeUInt8(isLast && at + room >= content.length ? 1 : 0, 1);
    head.writeUInt16BE(part.length + 8, 2);
    head.writeUInt8(number & 0xff, 6);
    if (!socket.destroyed) socket.write(Buffer.concat([head, part]));
    number += 1;
  }
  return number;
}

function preLogin(): Buffer {
  // VERSION at 11 (6 bytes), ENCRYPTION at 17 (1 byte): 2 = there is none.
  return Buffer.from([0x00, 0, 11, 0, 6, 0x01, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, 0x02]);
}

function loginAnswer(): Buffer {
  const name = shortText('Double');
  const content = Buffer.concat([Buffer.from([1, 0x74, 0, 0, 4]), name, Buffer.from([16, 0, 0, 0])]);
  return Buffer.concat([Buffer.of(0xad), length16(content), content, done(0)]);
}

function errorToken({ error, number }: { error: string; number: number }): Buffer {
  const code = Buffer.alloc(6);
  code.writeInt32LE(number);
  code.writeUInt8(1, 4);
  code.writeUInt8(16, 5);
  const text = Buffer.from(error, 'utf16le');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(error.length);
  const content = Buffer.concat([
    code,
    length,
    text,
    shortText('double'),
    shortText(''),
    Buffer.from([1, 0, 0, 0]),
  ]);
  return Buffer.concat([Buffer.of(0xaa), length16(content), content]);
}

function columnMetadata(columns: DoubleColumn[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16LE(columns.length);
  // User type (4 bytes) and flags (2): nullable.
  const described = columns.map(({ name, type }) =>
    Buffer.concat([Buffer.from([0, 0, 0, 0, 1, 0]), type, shortText(name)]),
  );
  return Buffer.concat([Buffer.of(0x81), count, ...described]);
}

function done(status: number): Buffer {
  return Buffer.from([0xfd, status, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

function shortText(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'utf16le')]);
}

function length16(content: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(content.length);
  return length;
}
