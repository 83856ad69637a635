import { DEFAULT_BOUNDS } from '@chartroom/model';
import type { Frame } from '@chartroom/query';
import { expect, test } from 'vitest';
import { Gathering } from './gathering.ts';
import { AS_READ, type Shaping, type Work } from './shaping.ts';
import type { RowsOnHand } from './worker.ts';
import { WorkerRoom } from './worker-room.ts';

/** A room that notes what comes instead of working. */
class NotingRoom extends WorkerRoom {
  readonly came: number[] = [];

  override async run(answers: RowsOnHand[]): Promise<Buffer[]> {
    this.came.push(answers.length);
    return [Buffer.from('by a worker')];
  }
}

function frameOf(length: number, text = 'text'): Frame {
  const names = ['n', 't', 'u'];
  return {
    length,
    columns: names.map((name) => ({
      name,
      kind: name === 'n' ? 'int' : 'string',
      generic: name === 'n' ? 0 : 1,
      nativeType: '',
      values: Array.from({ length }, (_, row) => (name === 'n' ? row : `${text} ${row}`)),
    })),
  };
}

async function byWorker(
  frame: Frame,
  shaping: Partial<Shaping>,
  others: readonly Frame[] = [],
): Promise<boolean> {
  const room = new NotingRoom(DEFAULT_BOUNDS, 1);
  const work: Work = {
    shaping: { ...AS_READ, ...shaping },
    writing: { form: 'rows', known: { moments: new Set(), declared: new Map() } },
    bounds: DEFAULT_BOUNDS,
  };
  const rows = new Gathering();
  for (const each of [frame, ...others]) await rows.hold(each);
  const pieces = await rows.written(work, room, {
    asker: 'me',
    signal: new AbortController().signal,
    timeoutMs: 10_000,
  });
  expect(String(pieces[0]) === 'by a worker').toBe(room.came.length > 0);
  return room.came.length > 0;
}

const rolling = (window: number) => ({
  steps: [
    { operation: 'rolling', options: { window, rolling_type: 'sum', columns: { n: 'n' }, min_periods: 0 } },
  ],
});
const chart = { form_data: { viz_type: 'table' }, datasource: { id: 1, type: 'table' as const } };

test.each<[string, boolean, Frame, Partial<Shaping>]>([
  ['a few rows', false, frameOf(1_000), {}],
  ['many rows', true, frameOf(50_000), {}],
  ['a few rows of long texts', true, frameOf(100, 'x'.repeat(50_000)), {}],
  ['a step that looks at little', false, frameOf(1_000), rolling(7)],
  ['a step that looks at everything for each row', true, frameOf(1_000), rolling(1_000)],
  [
    'H17: a step that makes 900 columns of a few rows',
    true,
    frameOf(500),
    {
      steps: [
        {
          operation: 'aggregate',
          options: {
            groupby: ['t'],
            aggregates: Object.fromEntries(
              Array.from({ length: 900 }, (_each, index) => [`k${index}`, { operator: 'max', column: 'n' }]),
            ),
          },
        },
      ],
    },
  ],
  [
    'a few rows that are continued',
    true,
    frameOf(3),
    {
      steps: [{ operation: 'prophet', options: { time_grain: 'P1D', periods: 1, confidence_interval: 0.8 } }],
    },
  ],
  ['a small table as readers see it', false, frameOf(100), { chart }],
  [
    'a large table as readers see it, which may have a cell for each pair of rows',
    true,
    frameOf(300),
    { chart },
  ],
])('%s: by a worker %s', async (_, expected, frame, shaping) => {
  expect(await byWorker(frame, shaping)).toBe(expected);
});

test('H18: few rows that are joined with those of many other times go to a worker', async () => {
  const others = Array.from({ length: 12 }, () => frameOf(1_000));
  const times = others.map(() => ({ offset: '1 day ago', shift: { by: 86_400_000 } }));
  const query = { metric_names: ['n'], first: undefined, grain: undefined };
  expect(await byWorker(frameOf(1_000), { times, query }, others)).toBe(true);
  expect(await byWorker(frameOf(1_000), { times, query }, others.slice(0, 1))).toBe(false);
});
