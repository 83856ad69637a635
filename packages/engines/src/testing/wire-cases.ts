import { expect, test } from 'vitest';
import type { Engine, Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { reading } from './reading.ts';
import type { SocketDouble } from './socket-double.ts';

/** An error that a double answers with, and what the session makes of it. */
type Told = readonly [number: number, error: string, error_type: string];

/** A protocol of its own, spoken by a double, and what of it differs in these cases. */
export interface WireSubject<Answer> {
  engine: Engine;
  /** Name and password that the double lets in are `bob` and `secret`. */
  uri(port: number): string;
  /** A session that asks a double; both end with the test. */
  open(
    answer: (sql: string) => Answer | 'hang' | 'drop',
  ): Promise<{ double: SocketDouble; session: Session }>;
  /** The numbers from 0 in one column, after which a division by zero may fail. */
  numbers(count: number, failing?: boolean): Answer;
  failing: string;
  refusal(number: number, error: string): Answer;
  told: readonly Told[];
  /** What reading refuses, and what it takes. */
  refused: readonly string[];
  taken: readonly string[];
}

/** Cases that every engine with a protocol of its own is played through: reading, stopping, errors. */
export function wireCases<Answer>(subject: WireSubject<Answer>): void {
  const { open, numbers } = subject;
  test.each([1, 999, 1_000, 2_500])('%i rows at most', async (maxRows) => {
    const { session } = await open(() => numbers(50_000));
    const rows = await readRows(await session.run('SELECT n FROM t', reading({ maxRows })));
    expect(rows).toEqual(Array.from({ length: maxRows }, (_, n) => [n]));
  });

  stopCases(subject);
  errorCases(subject);
  lostCases(subject);
  statementCases(subject);
}

/** Queries that nobody waits for any more. */
function stopCases<Answer>({ open, numbers }: WireSubject<Answer>): void {
  test('a cancelled query is stopped in the server, and the next one runs', async () => {
    const { double, session } = await open((sql) => (sql.includes('slow') ? 'hang' : numbers(1)));
    const abort = new AbortController();
    const running = session.run('SELECT slow FROM t', reading({ signal: abort.signal }));
    running.catch(() => undefined);
    await expect.poll(() => double.statements.at(-1)).toBe('SELECT slow FROM t');
    abort.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(double.stops).toBe(1);
    expect(await readRows(await session.run('SELECT n FROM t', reading()))).toEqual([[0]]);
  });

  test('a query cancelled before its start is never sent', async () => {
    const { double, session } = await open(() => numbers(1));
    await expect(
      session.run('SELECT n FROM t', reading({ signal: AbortSignal.abort(new Error('gone')) })),
    ).rejects.toThrow('gone');
    expect(double.statements).toEqual([]);
  });

  test('a query that takes too long ends with a timeout', async () => {
    const { double, session } = await open((sql) => (sql.includes('slow') ? 'hang' : numbers(1)));
    // What is not connected yet has nothing to stop.
    await readRows(await session.run('SELECT n FROM t', reading()));
    await expect(session.run('SELECT slow FROM t', reading({ timeoutMs: 300 }))).rejects.toMatchObject({
      status: 408,
      error_type: 'BACKEND_TIMEOUT_ERROR',
    });
    expect(double.stops).toBe(1);
  });
}

/** What the server says instead of rows, or between them. */
function errorCases<Answer>({ open, numbers, failing, refusal, told }: WireSubject<Answer>): void {
  test.each(told)('%i says: %s', async (number, error, error_type) => {
    const { session } = await open((sql) => (sql.includes('absent') ? refusal(number, error) : numbers(1)));
    await expect(session.run('SELECT absent FROM t', reading())).rejects.toMatchObject({
      status: 400,
      error_type,
      message: error,
    });
    expect(await readRows(await session.run('SELECT n FROM t', reading()))).toEqual([[0]]);
  });

  test('an error in the middle of the rows reaches the reader', async () => {
    const { session } = await open(() => numbers(20_000, true));
    const result = await session.run('SELECT n FROM t', reading());
    await expect(readRows(result)).rejects.toMatchObject({ message: failing });
  });
}

/** Connections that end, and such that never were. */
function lostCases<Answer>({ engine, uri, open, numbers }: WireSubject<Answer>): void {
  test('a server that goes away in the middle is told as such', async () => {
    const { session } = await open(() => 'drop');
    await expect(session.run('SELECT n FROM t', reading())).rejects.toMatchObject({ status: 400 });
  });

  test('a closed session says so', async () => {
    const { session } = await open(() => numbers(1));
    await session.close();
    await expect(session.run('SELECT n FROM t', reading())).rejects.toMatchObject({
      message: expect.stringContaining('was closed'),
    });
  });

  test('a closed port is told as such', async () => {
    const { double } = await open(() => numbers(1));
    double.close();
    const session = engine.open({ uri: uri(double.port), extra: {}, home: '' });
    await expect(session.ping(new AbortController().signal)).rejects.toMatchObject({
      error_type: 'CONNECTION_PORT_CLOSED_ERROR',
      message: `Port ${double.port} on hostname "127.0.0.1" refused the connection.`,
      extra: { engine_name: engine.name },
    });
    await session.close();
  });
}

/** Statements that are refused while only reading is allowed, and such that are not. */
function statementCases<Answer>({ open, numbers, refused, taken }: WireSubject<Answer>): void {
  test.each(refused)('reading refuses: %s', async (sql) => {
    const { double, session } = await open(() => numbers(1));
    await expect(session.run(sql, reading())).rejects.toMatchObject({ status: 400 });
    expect(double.statements).toEqual([]);
  });

  test.each(taken)('reading takes: %s', async (sql) => {
    const { session } = await open(() => numbers(1));
    expect(await readRows(await session.run(sql, reading()))).toEqual([[0]]);
  });
}
