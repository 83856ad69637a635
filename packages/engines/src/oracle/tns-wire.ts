import type { Socket } from 'node:net';

/** The largest packet that the double agrees to, its head included. */
const PACKET_BYTES = 8_192;
/** Before its bytes, a data packet has 8 of its head and 2 of flags. */
const DATA_HEAD_BYTES = 10;
/** A length that says: pieces follow, each with its own length. */
const IN_PIECES = 0xfe;
const PIECE_BYTES = 0x7f00;

export const PACKET = { connect: 1, accept: 2, refuse: 4, redirect: 5, data: 6, marker: 12 } as const;

/** A number as TTC writes it: how many bytes, then these, the highest first; a sign is the top bit of the count. */
export function number(value: number | bigint): Buffer {
  const size = value < 0 ? -BigInt(value) : BigInt(value);
  if (size === 0n) return Buffer.of(0);
  const digits = size.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.of(bytes.length | (value < 0 ? 0x80 : 0)), bytes]);
}

/** Bytes behind their length. */
export function counted(content: Buffer): Buffer {
  if (content.length < 0xfd) return Buffer.concat([Buffer.of(content.length), content]);
  const parts: Buffer[] = [Buffer.of(IN_PIECES)];
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    const piece = content.subarray(at, at + PIECE_BYTES);
    parts.push(number(piece.length), piece);
  }
  return Buffer.concat([...parts, number(0)]);
}

/** A text behind its length, told twice as descriptions tell it; an empty one is a zero. */
export function described(text: string): Buffer {
  const content = Buffer.from(text);
  return content.length === 0 ? number(0) : Buffer.concat([number(content.length), counted(content)]);
}

/** As many empty numbers. */
export const zeros = (count: number): Buffer => Buffer.alloc(count);

/** Reads what a client wrote. */
export class TtcReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.bytes(1).readUInt8();
  }

  bytes(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new Error('The message of the client ends too early.');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  number(): number {
    const count = this.byte();
    return count === 0 ? 0 : this.bytes(count).readUIntBE(0, count);
  }

  counted(): Buffer {
    const count = this.byte();
    if (count !== IN_PIECES) return this.bytes(count);
    const pieces: Buffer[] = [];
    for (let size = this.number(); size > 0; size = this.number()) pieces.push(this.bytes(size));
    return Buffer.concat(pieces);
  }

  /** Passes over fields: `b` a byte, `n` a number. */
  skip(fields: string): void {
    for (const field of fields) {
      if (field === 'b') this.byte();
      else this.number();
    }
  }
}

/** A packet of a client. */
export interface Packet {
  type: number;
  /** What follows its head of eight bytes. */
  body: Buffer;
}

/** Cuts what comes from a client into packets. `wide` says whether their length has four bytes, as it has after the greeting. */
export function packetsOf(socket: Socket, wide: () => boolean, receive: (packet: Packet) => void): void {
  let received = Buffer.alloc(0);
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    while (received.length >= 8) {
      const length = wide() ? received.readUInt32BE(0) : received.readUInt16BE(0);
      if (received.length < length) return;
      const packet = { type: received.readUInt8(4), body: received.subarray(8, length) };
      received = received.subarray(length);
      receive(packet);
    }
  });
}

/** Writes one packet of the greeting, whose length has two bytes. */
export function sendGreeting(socket: Socket, type: number, body: Buffer): void {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(body.length + 8);
  head.writeUInt8(type, 4);
  socket.write(Buffer.concat([head, body]));
}

/** Writes a message in as many data packets as it needs. */
export function sendData(socket: Socket, content: Buffer): void {
  const room = PACKET_BYTES - DATA_HEAD_BYTES;
  for (let at = 0; at < content.length; at += room) {
    const part = content.subarray(at, at + room);
    sendPacket(socket, PACKET.data, Buffer.concat([Buffer.alloc(2), part]));
  }
}

/** What a marker says. */
export const MARKER = { break: 1, reset: 2 } as const;

export function sendMarker(socket: Socket, meaning: number): void {
  sendPacket(socket, PACKET.marker, Buffer.of(1, 0, meaning));
}

/** The answer to a greeting: what was agreed on. */
export function accepted(): Buffer {
  const body = Buffer.alloc(37);
  // Version 318, with long lengths of packets; no native network services; packets of so many bytes.
  body.writeUInt16BE(318, 0);
  body.writeUInt8(0x08, 15);
  body.writeUInt32BE(PACKET_BYTES, 24);
  body.writeUInt32BE(0xffff, 28);
  return body;
}

function sendPacket(socket: Socket, type: number, body: Buffer): void {
  if (socket.destroyed) return;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.writeUInt8(type, 4);
  socket.write(Buffer.concat([head, body]));
}
