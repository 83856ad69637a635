import { packed } from '@chartroom/engines';
import { DEFAULT_BOUNDS } from '@chartroom/model';
import type { Frame, FrameColumn } from '@chartroom/query';
import { type Work, written } from '../apps/server/src/data/heavy/shaping.ts';
import { WorkerRoom } from '../apps/server/src/data/heavy/worker-room.ts';
import { median, type Report } from './report.ts';

const COLUMNS = 6;
const ROWS = [100, 1_000, 10_000, 50_000];
const RUNS = 21;

/** What the way to a worker costs answers of several sizes, beside writing them where they are: the ground of `LIGHT_CELLS`. */
export async function measureRoom(report: Report): Promise<void> {
  const room = new WorkerRoom(DEFAULT_BOUNDS, 1);
  const work: Work = {
    shaping: {
      meanings: [],
      times: [],
      query: { metric_names: [], first: undefined, grain: null },
      steps: [],
      chart: undefined,
    },
    writing: { form: 'rows', known: { moments: new Set(), declared: new Map() } },
    bounds: DEFAULT_BOUNDS,
  };
  const limits = () => ({ asker: 'bench', signal: AbortSignal.timeout(60_000), timeoutMs: 60_000 });
  const inRoom = (frame: Frame) => room.run(onHand(frame), work, limits());
  const begun = performance.now();
  await inRoom(frameOf(10));
  report.add({ what: 'a new worker and its first answer', value: performance.now() - begun, unit: 'ms' });
  for (const length of ROWS) {
    const frame = frameOf(length);
    const here: number[] = [];
    const there: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      here.push(await milliseconds(() => inPlace(frame, work)));
      there.push(await milliseconds(() => inRoom(frame)));
    }
    report.add({
      what: `writing ${length * COLUMNS} cells by a worker`,
      value: median(there),
      unit: 'ms',
      against: { what: 'in place', value: median(here) },
    });
  }
  room.close();
}

async function inPlace(frame: Frame, work: Work): Promise<void> {
  for await (const _ of written([frame], work, new AbortController().signal));
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function frameOf(length: number): Frame {
  const columns = Array.from({ length: COLUMNS }, (_each, at): FrameColumn => {
    const isText = at % 3 === 0;
    const values = Array.from({ length }, (_cell, row) => (isText ? `text number ${row}` : row * at));
    return {
      name: `column ${at}`,
      kind: isText ? 'string' : 'int',
      generic: isText ? 1 : 0,
      nativeType: '',
      values,
    };
  });
  return { length, columns };
}

function onHand({ columns, length }: Frame) {
  const rows = [];
  for (let from = 0; from < length; from += 2_048) {
    const to = Math.min(length, from + 2_048);
    rows.push(packed({ length: to - from, columns: columns.map(({ values }) => values.slice(from, to)) }));
  }
  return [{ columns: columns.map(({ values: _, ...column }) => column), rows }];
}
