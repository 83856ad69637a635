import { type Cell, type ColumnKind, Decimal } from '@chartroom/query';
import { afterEach, describe, expect, test } from 'vitest';
import type { ConnectionSettings, Engine, Result, RunOptions, Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import {
  type DoubleAnswer,
  type DoubleRequest,
  type ProtocolDouble,
  startDouble,
} from './protocol-double.ts';
import { reading } from './reading.ts';

/** The double of a service and the session that asks it, of the test that runs. */
export interface ServiceHouse {
  readonly double: ProtocolDouble;
  readonly session: Session;
  /** Begins both; they end with the test. */
  begin(
    answer: (request: DoubleRequest) => DoubleAnswer,
    engine: Engine,
    settings: (double: ProtocolDouble) => Omit<ConnectionSettings, 'home'>,
  ): Promise<void>;
  /** All rows of a statement. */
  ask(sql: string, options?: Partial<RunOptions>): Promise<Cell[][]>;
  /** Requests whose method and path hold this. */
  asked(part: RegExp): DoubleRequest[];
}

/** To be called once a file, before its tests. */
export function serviceHouse(): ServiceHouse {
  let open: { double: ProtocolDouble; session: Session } | undefined;
  const now = (): { double: ProtocolDouble; session: Session } => {
    if (!open) throw new Error('No double was begun in this test.');
    return open;
  };
  afterEach(async () => {
    await open?.session.close();
    await open?.double.close();
    open = undefined;
  });
  return {
    get double() {
      return now().double;
    },
    get session() {
      return now().session;
    },
    async begin(answer, engine, settings) {
      const double = await startDouble(answer);
      open = { double, session: engine.open({ ...settings(double), home: '' }) };
    },
    ask: async (sql, options) => readRows(await now().session.run(sql, reading(options))),
    asked: (part) => now().double.requests.filter(({ method, path }) => part.test(`${method} ${path}`)),
  };
}

/** The document that a request holds. */
export function bodyOf(request: DoubleRequest | undefined): Record<string, unknown> {
  return JSON.parse(request?.body.toString() || '{}');
}

/** How a value is seen that a service sent: its kind and its cell. */
type Seen = readonly [kind: ColumnKind, cell: Cell];

/** What services have alike, as it is to be seen. */
export const SEEN = {
  int: ['int', 1],
  big: ['int', 9_007_199_254_740_993n],
  decimal: ['decimal', new Decimal('12345678901234567890.12')],
  float: ['float', 1.5],
  nan: ['float', Number.NaN],
  lowest: ['float', Number.NEGATIVE_INFINITY],
  text: ['string', "é🙂'x"],
  none: ['string', null],
  bool: ['bool', true],
  day: ['date', Date.UTC(2024, 1, 29)],
  /** With its microseconds. */
  moment: ['timestamp', Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456],
  /** To the millisecond. */
  rounded: ['timestamp', Date.UTC(2024, 1, 29, 13, 14, 15, 123)],
  bytes: ['bytes', 'A'],
} satisfies Record<string, Seen>;

/** A value: its type and itself as the service sends them, and how it is to be seen. */
export type Sample<Type, Sent> = readonly [type: Type, sent: Sent, seen: Seen];

/** The case that every service is asked for one row of all its types; two columns of it may have one name. */
export function everyKind<Type, Sent>(
  samples: readonly Sample<Type, Sent>[],
  answer: (types: Type[], cells: Sent[]) => Promise<Result>,
  more: (result: Result) => void = () => undefined,
): void {
  test('every kind of value comes exactly', async () => {
    const result = await answer(
      samples.map(([type]) => type),
      samples.map(([, sent]) => sent),
    );
    expect(result.columns.map(({ kind }) => kind)).toEqual(samples.map(([, , [kind]]) => kind));
    more(result);
    expect(await readRows(result)).toEqual([samples.map(([, , [, cell]]) => cell)]);
  });
}

/** A service, and what of it differs in these cases. Each function begins a double that behaves so. */
export interface ServiceSubject {
  engine: Engine;
  house: ServiceHouse;
  /** Every statement runs for ever. */
  slow(): Promise<void>;
  /** Milliseconds after which a statement runs for sure; 300 unless told. */
  patienceMs?: number;
  /** Requests that ended the one statement that was begun. */
  ended(): DoubleRequest[];
  /** An answer of one column and no rows; its name. */
  empty(): Promise<string>;
  /** A statement fails with this text. */
  refuse(error: string, error_type: string): Promise<void>;
  told: readonly (readonly [error: string, error_type: string])[];
  /** A text of the service that says: line 2, column 8. */
  placed: string;
  /** What is not sent while only reading is allowed. */
  refused: readonly string[];
  /** Where nobody listens. */
  nobody: Omit<ConnectionSettings, 'home'>;
}

/** Cases that every service behind HTTP is played through: stopping, empty answers, errors, writes that are refused. */
export function serviceCases({ engine, house, patienceMs = 300, ...subject }: ServiceSubject): void {
  test('no rows have columns all the same', async () => {
    const name = await subject.empty();
    const result = await house.session.run('SELECT a', reading());
    expect(result.columns.map((column) => column.name)).toEqual([name]);
    expect(await readRows(result)).toEqual([]);
  });

  describe('stopping', () => {
    test('a signal ends the statement in the engine', async () => {
      await subject.slow();
      const abort = new AbortController();
      const reason = new Error('the reader left');
      setTimeout(() => abort.abort(reason), patienceMs);
      await expect(house.ask('SELECT long', { signal: abort.signal })).rejects.toBe(reason);
      expect(subject.ended()).toHaveLength(1);
    });

    test('a statement that takes too long ends with a timeout', async () => {
      await subject.slow();
      await expect(house.ask('SELECT long', { timeoutMs: patienceMs })).rejects.toMatchObject({
        error_type: 'BACKEND_TIMEOUT_ERROR',
        status: 408,
      });
      expect(subject.ended()).toHaveLength(1);
    });

    test('a signal that has fired already sends nothing', async () => {
      await subject.slow();
      const reason = new Error('too late');
      await expect(house.ask('SELECT 1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect(house.double.requests).toEqual([]);
    });
  });

  describe('errors', () => {
    test.each(subject.told)('%s', async (error, error_type) => {
      await subject.refuse(error, error_type);
      await expect(house.ask('SELECT 1')).rejects.toMatchObject({
        error_type,
        status: 400,
        extra: { engine_name: engine.name },
      });
    });

    test('tell where', async () => {
      await subject.refuse(subject.placed, 'SYNTAX_ERROR');
      await expect(house.ask('SELECT 1')).rejects.toMatchObject({ extra: { line: 2, column: 8 } });
    });

    test('of a server that is not there', async () => {
      const nobody = engine.open({ ...subject.nobody, home: '' });
      await expect(nobody.ping(new AbortController().signal)).rejects.toMatchObject({
        error_type: expect.stringMatching(/^CONNECTION_(PORT_CLOSED|HOST_DOWN)_ERROR$/),
      });
      await nobody.close();
    });
  });

  test.each([...subject.refused, 'SELECT 1; SELECT 2'])(
    'is refused while only reading is allowed: %s',
    async (sql) => {
      await subject.slow();
      await expect(house.ask(sql)).rejects.toMatchObject({ status: 400 });
      expect(house.double.requests).toEqual([]);
    },
  );
}
