import type { ChartDataResult } from '@chartroom/model';
import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime';
import type { ChartTiming } from '../store/chart-answers.ts';

dayjs.extend(relativeTime);

/** What the time of a chart went into, in the order in which it passes. */
export const PARTS = [
  { key: 'waiting', name: 'Waiting', what: 'in the server, before and after its query' },
  { key: 'query', name: 'Query', what: 'in the database' },
  { key: 'transfer', name: 'Transfer', what: 'on the way here' },
  { key: 'drawing', name: 'Drawing', what: 'in this browser' },
] as const;
type Part = (typeof PARTS)[number]['key'];

/** The parts of the time of a chart, in whole milliseconds. What the server does not tell of counts as waiting. */
export function partsOf({
  whole,
  server = whole,
  query = 0,
  drawing = 0,
}: Omit<ChartTiming, 'arrivedAt' | 'isCube'>): Record<Part, number> {
  const inServer = Math.min(server, whole);
  const inDatabase = Math.min(query, inServer);
  return {
    waiting: Math.round(inServer - inDatabase),
    query: Math.round(inDatabase),
    transfer: Math.round(whole - inServer),
    drawing: Math.round(drawing),
  };
}

/** Milliseconds in all. */
export function sumOf(parts: Record<Part, number>): number {
  return Object.values(parts).reduce((sum, each) => sum + each, 0);
}

/** A time as people read it. */
export function timeText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** Where the rows of a chart came from, and how old they are. */
export function originOf(
  results: readonly Pick<ChartDataResult, 'is_cached' | 'cached_dttm'>[],
  isCube: boolean,
): string {
  const kept = results.find(({ is_cached }) => is_cached);
  if (!kept) return isCube ? 'answered from a cube' : 'fetched from the database';
  const at = kept.cached_dttm ? ` ${dayjs(`${kept.cached_dttm.replace(/Z$/, '')}Z`).fromNow()}` : '';
  return `cached${at}`;
}
