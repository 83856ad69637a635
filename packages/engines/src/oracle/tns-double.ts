import type { Socket } from 'node:net';
import { SocketDouble } from '../testing/socket-double.ts';
import { Logon, readLogon } from './tns-logon.ts';
import { columnInfo, type TnsColumn } from './tns-types.ts';
import {
  accepted,
  counted,
  MARKER,
  number,
  PACKET,
  type Packet,
  packetsOf,
  sendData,
  sendGreeting,
  sendMarker,
  TtcReader,
  zeros,
} from './tns-wire.ts';

/** An error of the database: its number, its text, and where in the statement it is, in characters from 0. */
export interface TnsError {
  number: number;
  error: string;
  position?: number;
}
export interface DoubleOptions {
  password: string;
  /** Whoever asks is told that there is no such database. */
  unknownService?: boolean;
  /** Whoever asks is sent to another server. */
  redirectTo?: { host: string; port: number };
}
/** What the double answers to a statement. */
export type DoubleAnswer =
  | { columns: TnsColumn[]; rows: Iterable<Buffer>; failing?: TnsError | undefined }
  | TnsError
  | 'nothing'
  | 'hang'
  | 'drop';

const MESSAGE = {
  protocol: 1,
  dataTypes: 2,
  function: 3,
  error: 4,
  rowHeader: 6,
  row: 7,
  status: 9,
  describe: 16,
  piggyback: 17,
};
const CALL = {
  fetch: 5,
  reexecute: 4,
  reexecuteAndFetch: 78,
  execute: 94,
  closeCursors: 105,
  logonAnswer: 115,
  logon: 118,
  commit: 14,
  rollback: 15,
  logoff: 9,
  ping: 147,
};
/** Bits of an execute. */
const EXECUTE = { fetch: 0x40 };
const NO_MORE_ROWS: TnsError = { number: 1_403, error: 'ORA-01403: no data found' };
const NO_CURSOR: TnsError = { number: 1_001, error: 'ORA-01001: invalid cursor' };
const STOPPED: TnsError = { number: 1_013, error: 'ORA-01013: user requested cancel of current operation' };
const END_OF_REQUEST = 0x800;

/** A statement that the client may execute and fetch again by its number. */
interface Cursor {
  sql: string;
  columns: TnsColumn[];
  rows: Iterator<Buffer>;
  failing: TnsError | undefined;
}

/**
 * A server that speaks enough of TNS and TTC (as version 19 does) to test a client's bytes: who knows the password comes
 * in, statements are answered as it is told, rows when they are fetched, and a break stops what hangs.
 */
export class TnsDouble extends SocketDouble {
  /** Commits and rollbacks, in their order. */
  readonly ends: ('commit' | 'rollback')[] = [];
  /** Cursors that clients opened and did not close. */
  openCursors = 0;
  readonly #answer: (sql: string) => DoubleAnswer;
  readonly #options: DoubleOptions;

  constructor(answer: (sql: string) => DoubleAnswer, options: DoubleOptions) {
    super();
    this.#answer = answer;
    this.#options = options;
  }

  protected override serve(socket: Socket): void {
    new Conversation(socket, this, this.#answer, this.#options);
  }
}

class Conversation {
  readonly #socket: Socket;
  readonly #double: TnsDouble;
  readonly #answer: (sql: string) => DoubleAnswer;
  readonly #options: DoubleOptions;
  readonly #logon: Logon;
  readonly #cursors = new Map<number, Cursor>();
  #lastCursor = 0;
  #isAccepted = false;
  #request = Buffer.alloc(0);

  constructor(
    socket: Socket,
    double: TnsDouble,
    answer: (sql: string) => DoubleAnswer,
    options: DoubleOptions,
  ) {
    this.#socket = socket;
    this.#double = double;
    this.#answer = answer;
    this.#options = options;
    this.#logon = new Logon(options.password);
    packetsOf(
      socket,
      () => this.#isAccepted,
      (packet) => this.#receive(packet),
    );
  }

  #receive({ type, body }: Packet): void {
    if (!this.#isAccepted) this.#greet(type, body);
    else if (type === PACKET.marker) this.#marker(body.readUInt8(2));
    else if (type === PACKET.data) {
      this.#request = Buffer.concat([this.#request, body.subarray(2)]);
      if ((body.readUInt16BE(0) & END_OF_REQUEST) === 0) return;
      const request = this.#request;
      this.#request = Buffer.alloc(0);
      const answer = this.#answerTo(new TtcReader(request));
      if (answer) this.#send(answer);
    }
  }

  #greet(type: number, body: Buffer): void {
    // What is too long for the first packet follows in a packet of its own.
    const followsLater = type === PACKET.connect && body.length === 66;
    if (followsLater) return;
    if (this.#options.redirectTo !== undefined) {
      const { host, port } = this.#options.redirectTo;
      const place = Buffer.from(`(ADDRESS=(PROTOCOL=tcp)(HOST=${host})(PORT=${port}))`);
      sendGreeting(this.#socket, PACKET.redirect, Buffer.concat([Buffer.of(0, place.length), place]));
      return;
    }
    if (this.#options.unknownService) {
      const reason = Buffer.from('(DESCRIPTION=(ERR=12505)(VSNNUM=0))');
      const head = Buffer.of(0, 0, 0, reason.length);
      sendGreeting(this.#socket, PACKET.refuse, Buffer.concat([head, reason]));
      return;
    }
    this.#isAccepted = true;
    sendGreeting(this.#socket, PACKET.accept, accepted());
  }

  #marker(meaning: number): void {
    if (meaning === MARKER.reset) {
      sendMarker(this.#socket, MARKER.reset);
      this.#send(errorMessage(STOPPED, 0));
      return;
    }
    this.#double.stops += 1;
    sendMarker(this.#socket, MARKER.break);
  }

  /** What is said to a request; nothing, when it hangs. */
  #answerTo(reader: TtcReader): Buffer | undefined {
    const message = reader.byte();
    if (message === MESSAGE.protocol) return protocolAnswer();
    // The zone of the database is UTC: 60 is zero hours and minutes. No type is converted.
    if (message === MESSAGE.dataTypes)
      return Buffer.of(MESSAGE.dataTypes, 0x80, 0, 0, 0, 60, 60, 0x80, 0, 0, 0, 0, 0, 0);
    const call = reader.byte();
    reader.byte();
    if (message === MESSAGE.piggyback) {
      this.#closeCursors(call, reader);
      return this.#answerTo(reader);
    }
    if (call === CALL.logon) return Buffer.concat([this.#logon.challenge(), statusMessage()]);
    if (call === CALL.logonAnswer) return this.#welcome(reader);
    if (call === CALL.execute) return this.#execute(reader);
    if (call === CALL.reexecute || call === CALL.reexecuteAndFetch) return this.#executeAgain(reader);
    if (call === CALL.fetch) return this.#fetch(reader.number(), reader.number(), []);
    if (call === CALL.commit || call === CALL.rollback)
      this.#double.ends.push(call === CALL.commit ? 'commit' : 'rollback');
    else if (call !== CALL.ping && call !== CALL.logoff)
      throw new Error(`The double does not know the call ${call}.`);
    return statusMessage();
  }

  #closeCursors(call: number, reader: TtcReader): void {
    reader.byte();
    for (let left = reader.number(); left > 0; left--) {
      const cursor = reader.number();
      if (call === CALL.closeCursors && this.#cursors.delete(cursor)) this.#double.openCursors -= 1;
    }
  }

  #welcome(reader: TtcReader): Buffer {
    const welcome = this.#logon.welcome(readLogon(reader).told, this.#options.password);
    if (welcome) return Buffer.concat([welcome, statusMessage()]);
    return errorMessage({ number: 1_017, error: 'ORA-01017: invalid username/password; logon denied' }, 0);
  }

  #execute(reader: TtcReader): Buffer | undefined {
    const [options, cursor] = [reader.number(), reader.number()];
    const hasText = reader.byte() === 1;
    reader.skip('nbnbbb');
    const asked = reader.number();
    const most = (options & EXECUTE.fetch) === 0 ? 0 : asked;
    reader.skip('nbnbbbbbbnnbbbnbnnbnb');
    // Signature and number of the statement, and of its parts.
    reader.skip('bnbnbbn');
    return hasText ? this.#run(reader.counted().toString(), most) : this.#fetch(cursor, most, []);
  }

  #executeAgain(reader: TtcReader): Buffer | undefined {
    const [number, most] = [reader.number(), reader.number()];
    const sql = this.#cursors.get(number)?.sql;
    return sql === undefined ? errorMessage(NO_CURSOR, 0) : this.#run(sql, most, number);
  }

  #run(sql: string, most: number, again?: number): Buffer | undefined {
    this.#double.statements.push(sql);
    const answer = this.#answer(sql);
    if (answer === 'drop') this.#socket.destroy();
    if (answer === 'hang' || answer === 'drop') return undefined;
    if (answer === 'nothing') return errorMessage(undefined, 0);
    if ('error' in answer) return errorMessage(answer, 0);
    const { columns, failing } = answer;
    if (again === undefined) this.#double.openCursors += 1;
    const number = again ?? ++this.#lastCursor;
    this.#cursors.set(number, { sql, columns, rows: answer.rows[Symbol.iterator](), failing });
    const first = again === undefined ? [describeMessage(columns)] : [];
    const waits = again === undefined && columns.some(({ type }) => type.isLong);
    return waits
      ? Buffer.concat([...first, errorMessage(undefined, number)])
      : this.#fetch(number, most, first);
  }

  #fetch(number: number, most: number, first: Buffer[]): Buffer {
    const cursor = this.#cursors.get(number);
    if (!cursor) return errorMessage(NO_CURSOR, 0);
    const parts = [...first, Buffer.of(MESSAGE.rowHeader), zeros(7)];
    let end: TnsError | undefined;
    for (let left = most; left > 0 && !end; left--) {
      const { done, value } = cursor.rows.next();
      if (done) end = cursor.failing ?? NO_MORE_ROWS;
      else parts.push(Buffer.of(MESSAGE.row), value);
    }
    return Buffer.concat([...parts, errorMessage(end, number)]);
  }

  #send(content: Buffer): void {
    sendData(this.#socket, content);
  }
}

function protocolAnswer(): Buffer {
  const compileTime = Buffer.alloc(53);
  // The version of the fields: 19.
  compileTime.writeUInt8(12, 7);
  const runTime = Buffer.alloc(7);
  // Zones in the answer to the types; texts of 32767 bytes.
  runTime.writeUInt8(1, 1);
  runTime.writeUInt8(4, 6);
  return Buffer.concat([
    Buffer.of(MESSAGE.protocol, 6, 0),
    Buffer.from('Double\0'),
    // Character set 873 (UTF-8), flags, no elements, a description that ends in the national set 2000 (UTF-16).
    Buffer.of(0x69, 0x03, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x07, 0xd0),
    counted(compileTime),
    counted(runTime),
  ]);
}

function describeMessage(columns: TnsColumn[]): Buffer {
  return Buffer.concat([
    Buffer.of(MESSAGE.describe, 0),
    zeros(1),
    number(columns.length),
    zeros(1),
    ...columns.map((column, at) => columnInfo(column, at + 1)),
    zeros(6),
  ]);
}

const statusMessage = (): Buffer => Buffer.of(MESSAGE.status, 0, 0);

/** The end of a call: an error, or none, and the cursor it leaves open. */
function errorMessage(error: TnsError | undefined, cursor: number): Buffer {
  return Buffer.concat([
    Buffer.of(MESSAGE.error),
    zeros(6),
    number(cursor),
    number(error?.position ?? 0),
    // Six flags, a row id of five, nine fields without errors of a batch.
    zeros(6 + 5 + 9),
    number(error?.number ?? 0),
    zeros(1),
    error === undefined ? zeros(0) : counted(Buffer.from(`${error.error}\n`)),
  ]);
}
