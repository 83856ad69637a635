import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { PackedRows, packed } from '@chartroom/engines';
import { DEFAULT_BOUNDS } from '@chartroom/model';
import { Decimal, type Frame, type FrameColumn, type ResultColumn } from '@chartroom/query';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { joinedBytes } from './breathing.ts';
import { estimateWork } from './estimate-work.ts';
import { type FileRows, type FileWork, filePieces } from './file-pieces.ts';
import { type Work, written } from './shaping.ts';
import type { RowsOnHand } from './worker.ts';
import { WorkerRoom } from './worker-room.ts';

const rooms: WorkerRoom[] = [];
afterEach(() => {
  for (const room of rooms.splice(0)) room.close();
});

function open(
  bounds: { WORKER_MEMORY_MB?: number; MAX_WAITING_ANSWERS?: number } = {},
  workers = 1,
): WorkerRoom {
  const room = new WorkerRoom({ WORKER_MEMORY_MB: 256, MAX_WAITING_ANSWERS: 100, ...bounds }, workers);
  rooms.push(room);
  return room;
}

/** For tests that end no worker: a process takes a while to begin. */
const usual = new WorkerRoom({ WORKER_MEMORY_MB: 256, MAX_WAITING_ANSWERS: 100 }, 1);
afterAll(() => usual.close());

const live = () => new AbortController().signal;
const limits = (asker = 'me', signal = live(), timeoutMs = 30_000) => ({ asker, signal, timeoutMs });

const COLUMNS: ResultColumn[] = [
  { name: 'n', kind: 'int', generic: 0, nativeType: 'BIGINT' },
  { name: 't', kind: 'string', generic: 1, nativeType: 'VARCHAR' },
  { name: 'd', kind: 'decimal', generic: 0, nativeType: 'DECIMAL' },
  { name: 'b', kind: 'bool', generic: 3, nativeType: 'BOOLEAN' },
  { name: 'at', kind: 'timestamp', generic: 2, nativeType: 'TIMESTAMP' },
];

function rows(length: number): Frame {
  const values: FrameColumn['values'][] = [
    Array.from({ length }, (_, n) => {
      if (n % 7 === 0) return null;
      return n % 11 === 0 ? 2n ** 60n + BigInt(n) : n;
    }),
    Array.from({ length }, (_, n) => (n % 5 === 0 ? null : `text "${n % 100}" ü😀`)),
    Array.from({ length }, (_, n) => (n % 3 === 0 ? null : new Decimal(`${n}.10`))),
    Array.from({ length }, (_, n) => n % 2 === 0),
    Array.from({ length }, (_, n) => Date.UTC(2024, 0, 1) + n * 1000),
  ];
  return { length, columns: COLUMNS.map((column, index) => ({ ...column, values: values[index] ?? [] })) };
}

function onHand({ columns, length }: Frame, batch = 1_000): RowsOnHand[] {
  const crossing = [];
  for (let from = 0; from < length; from += batch) {
    const to = Math.min(length, from + batch);
    crossing.push(
      packed({ length: to - from, columns: columns.map(({ values }) => values.slice(from, to)) }),
    );
  }
  return [{ columns: columns.map(({ values: _, ...column }) => column), rows: crossing }];
}

function work(writing: Work['writing'], more: Partial<Work['shaping']> = {}): Work {
  return {
    shaping: {
      meanings: [],
      times: [],
      query: { metric_names: [], first: undefined, grain: null },
      steps: [],
      chart: undefined,
      ...more,
    },
    writing,
    bounds: DEFAULT_BOUNDS,
  };
}
const known = { moments: new Set<string>(), declared: new Map() };
const ROWS = work({ form: 'rows', known });
/** Steps that keep a worker busy for long, since nothing bounds them here. */
const ENDLESS: Work = {
  ...work(
    { form: 'rows', known },
    {
      steps: [
        {
          operation: 'rolling',
          options: { window: 100_000, rolling_type: 'std', columns: { n: 'n' }, rolling_type_options: {} },
        },
      ],
    },
  ),
  bounds: { ...DEFAULT_BOUNDS, MAX_STEP_WORK: Number.MAX_SAFE_INTEGER },
};

async function inPlace(frame: Frame, asked: Work): Promise<string> {
  const pieces = [];
  for await (const piece of written([frame], asked, live())) pieces.push(piece);
  return (await joinedBytes(pieces)).toString();
}

test('rows are after they have crossed what they were', () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.bigInt(),
    fc.string({ unit: 'binary' }),
    fc.integer().map((n) => new Decimal(`${n}.50`)),
  );
  const cells = fc.oneof(
    fc.array(fc.oneof(fc.constant(null), fc.double()), { minLength: 5, maxLength: 5 }),
    fc.array(fc.oneof(fc.constant(null), fc.string({ unit: 'binary' })), { minLength: 5, maxLength: 5 }),
    fc.array(cell, { minLength: 5, maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 4 }), (columns) => {
      const batch = { length: 5, columns };
      const rows = new PackedRows({ length: batch.length, bytes: 0, packed: packed(batch) });
      expect({ length: rows.length, columns: rows.columns }).toEqual(batch);
    }),
  );
});

describe('a worker', () => {
  test.each<[string, Work]>([
    ['rows', ROWS],
    [
      'csv',
      work({ form: 'csv', names: new Map([['t', 'Text']]), signs: { separator: ',', decimalSign: '.' } }),
    ],
    ['sums', work({ form: 'sums' })],
    ['sheet', work({ form: 'sheet', names: new Map() })],
    [
      'steps',
      work(
        { form: 'rows', known },
        { steps: [{ operation: 'sort', options: { by: ['t'], ascending: false } }] },
      ),
    ],
  ])('writes %s byte by byte as it is written in place', async (_, asked) => {
    const frame = rows(5_000);
    const made = (await joinedBytes(await usual.run(onHand(frame), asked, limits()))).toString();
    const expected = await inPlace(frame, asked);
    expect([made.length, made === expected]).toEqual([expected.length, true]);
  });

  test('tells errors of the installation with all they say', async () => {
    const asked = work(
      { form: 'rows', known },
      { steps: [{ operation: 'sort', options: { by: ['nothing'] } }] },
    );
    const expected = await inPlace(rows(10), asked).catch((error: unknown) => error);
    expect(expected).toMatchObject({ status: 400 });
    const { message, status, error_type } = expected as {
      message: string;
      status: number;
      error_type: string;
    };
    await expect(usual.run(onHand(rows(10)), asked, limits())).rejects.toMatchObject({
      message,
      status,
      error_type,
    });
  });

  test('F4: that needs more memory than it may take ends alone, with 413, and the next one works', async () => {
    const room = open({ WORKER_MEMORY_MB: 48 });
    const beside = pause(50).then(() => room.run(onHand(rows(100)), ROWS, limits('another')));
    await expect(room.run(onHand(rows(400_000)), ROWS, limits())).rejects.toMatchObject({
      status: 413,
      error_type: 'RESULT_TOO_LARGE_ERROR',
      message: expect.stringMatching(/more than the 48 MB .*WORKER_MEMORY_MB/),
    });
    expect(await beside).toHaveLength(1);
    expect(await room.run(onHand(rows(100)), ROWS, limits())).toHaveLength(1);
    expect(room.load).toMatchObject({ working: 0, waiting: 0 });
  });

  test('F4: that works for too long is ended with 408, one that nobody waits for at once', async () => {
    const room = open();
    const frame = rows(200_000);
    await expect(room.run(onHand(frame), ENDLESS, limits('me', live(), 500))).rejects.toMatchObject({
      status: 408,
    });
    const leaving = new AbortController();
    const left = room.run(onHand(frame), ENDLESS, limits('me', leaving.signal));
    setTimeout(() => leaving.abort(new Error('gone')), 300);
    await expect(left).rejects.toThrow('gone');
    expect(await room.run(onHand(rows(100)), ROWS, limits())).toHaveLength(1);
  });

  test('F4: that is killed fails its answer alone', async () => {
    const room = open();
    const left = expect(room.run(onHand(rows(200_000)), ENDLESS, limits())).rejects.toMatchObject({
      status: 413,
    });
    const beside = room.run(onHand(rows(100)), ROWS, limits('another'));
    await pause(600);
    // The one that began last.
    const pid = execFileSync('pgrep', ['-n', '-P', String(process.pid), '-f', 'room-worker']);
    process.kill(Number(pid), 'SIGKILL');
    await left;
    expect(await beside).toHaveLength(1);
  });

  test('F4: an answer that is too large as it is written is refused', async () => {
    const asked = { ...ROWS, bounds: { ...DEFAULT_BOUNDS, MAX_ANSWER_BYTES: 100_000 } };
    await expect(usual.run(onHand(rows(5_000)), asked, limits())).rejects.toMatchObject({
      status: 413,
      message: expect.stringMatching(/as it is written, has more than the 0.1 MB .*MAX_ANSWER_BYTES/),
    });
  });
});

describe('a file', () => {
  const fileWork = (format: FileWork['format']): FileWork => ({
    format,
    columns: COLUMNS,
    meaning: { columns: [], offset: 0, query: { granularity: null, time_shift: null } },
    names: new Map([['t', 'Text']]),
    signs: { separator: ';', decimalSign: ',' },
    now: new Date('2026-01-02T03:04:05Z'),
  });

  /** Rows of a database: the first together, the others one after the other; `left` tells when nobody reads on. */
  function coming(batches: number, of = 1_000): { rows: FileRows; left: () => boolean; given: () => number } {
    const { columns, length } = rows(of);
    const batch = { length, columns: columns.map(({ values }) => values) };
    let given = 0;
    let isLeft = false;
    async function* more() {
      try {
        for (; given < batches; given += 1) yield batch;
      } finally {
        isLeft = true;
      }
    }
    return { rows: { head: [batch, batch], more: more() }, left: () => isLeft, given: () => given };
  }

  async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
    const all: Buffer[] = [];
    for await (const piece of pieces) all.push(piece);
    return Buffer.concat(all);
  }

  test.each(['csv', 'xlsx'] as const)(
    '%s of a worker is byte by byte what is written in place, also of two at once',
    async (format) => {
      const expected = await whole(filePieces(fileWork(format), coming(20).rows));
      const made = await Promise.all(
        [1, 2].map(() => whole(usual.file(coming(20).rows, fileWork(format), live()))),
      );
      expect(made.map((bytes) => [bytes.length, bytes.equals(expected)])).toEqual(
        [1, 2].map(() => [expected.length, true]),
      );
    },
  );

  test('is read from the database as fast as its reader takes it, and no further when that leaves', async () => {
    const room = open();
    const { rows: endless, left, given } = coming(Number.POSITIVE_INFINITY);
    for await (const _ of room.file(endless, fileWork('csv'), live())) {
      await pause(300);
      break;
    }
    expect(given()).toBeLessThan(100);
    await expect.poll(left).toBe(true);
    expect((await whole(room.file(coming(1).rows, fileWork('csv'), live()))).length).toBeGreaterThan(1_000);
  });

  test('whose rows cannot be read on ends with that error, one that is given up with its reason, and the next is whole', async () => {
    const room = open();
    const { head } = coming(0).rows;
    async function* lost() {
      yield* head;
      await pause(100);
      throw new Error('the database is gone');
    }
    await expect(whole(room.file({ head, more: lost() }, fileWork('csv'), live()))).rejects.toThrow(
      'the database is gone',
    );
    const leaving = new AbortController();
    const left = whole(room.file(coming(Number.POSITIVE_INFINITY).rows, fileWork('csv'), leaving.signal));
    setTimeout(() => leaving.abort(new Error('gone')), 300);
    await expect(left).rejects.toThrow('gone');
    const expected = await whole(filePieces(fileWork('csv'), coming(3).rows));
    expect((await whole(room.file(coming(3).rows, fileWork('csv'), live()))).equals(expected)).toBe(true);
  });
});

describe('people', () => {
  test('take turns: one of many wishes keeps nobody else waiting', async () => {
    const order: string[] = [];
    const ask = async (asker: string) => {
      await usual.run(onHand(rows(2_000)), ROWS, limits(asker));
      order.push(asker);
    };
    await Promise.all([...Array.from({ length: 6 }, () => ask('many')), ask('one'), ask('two')]);
    expect(order.indexOf('one')).toBeLessThan(4);
    expect(order.indexOf('two')).toBeLessThan(4);
  });

  test('who takes a quarter of the line has to come back later, and so has everybody when it is full', async () => {
    const room = open({ MAX_WAITING_ANSWERS: 8 });
    const leaving = new AbortController();
    const ask = (asker: string) => room.run(onHand(rows(50_000)), ENDLESS, limits(asker, leaving.signal));
    const begun = [ask('many'), ask('many'), ask('many')];
    const refusal = { status: 503, retryAfter: 5 };
    await expect(ask('many')).rejects.toMatchObject(refusal);
    for (const asker of ['a', 'b', 'c']) begun.push(ask(asker), ask(asker));
    await expect(ask('last')).rejects.toMatchObject(refusal);
    expect(room.load).toEqual({ workers: 1, working: 1, waiting: 8 });
    leaving.abort(new Error('gone'));
    expect(new Set((await Promise.allSettled(begun)).map(({ status }) => status))).toEqual(
      new Set(['rejected']),
    );
    expect(room.load).toMatchObject({ working: 0, waiting: 0 });
  });
});

describe('the work of steps', () => {
  const frame = rows(1_000);
  const of = (operation: string, options: Record<string, unknown>) =>
    estimateWork(frame, [{ operation, options }]);

  test('is known before it begins', () => {
    expect(of('sort', { by: ['n'] })).toBeLessThan(20_000);
    expect(of('pivot', { index: ['b'], columns: ['b'], aggregates: { n: {} } })).toBeLessThan(20_000);
    expect(of('pivot', { index: ['at'], columns: ['at'], aggregates: { n: {} } })).toBeGreaterThan(1_000_000);
    expect(of('rolling', { window: 1e9 })).toBeGreaterThan(1_000_000);
    expect(of('resample', { rule: '1S' })).toBeGreaterThan(1_000_000);
    expect(of('histogram', { bins: 1e9 })).toBeGreaterThan(1_000_000);
    const many = Object.fromEntries(Array.from({ length: 900 }, (_each, index) => [`k${index}`, 'n']));
    for (const [operation, option] of [
      ['aggregate', 'aggregates'],
      ['cum', 'columns'],
      ['rolling', 'columns'],
      ['boxplot', 'metrics'],
    ] as const)
      expect([operation, of(operation, { groupby: ['b'], [option]: many })]).toEqual([
        operation,
        expect.toSatisfy((work: number) => work > 800_000),
      ]);
  });
});
