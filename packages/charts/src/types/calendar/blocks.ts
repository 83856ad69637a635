import { metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { finiteOf } from '../../draw/row-names.ts';
import { TIMESTAMP } from '../../question/base-axis.ts';
import { metricsOf } from '../../question/read-form.ts';
import {
  type Domain,
  domainOf,
  nextOf,
  type Place,
  placeOf,
  type Subdomain,
  startOf,
  subdomainOf,
} from './units.ts';

/** Cells of one calendar beyond which only the newest blocks are drawn. */
const MOST_CELLS = 10_000;

/** One cell: a minute, an hour, a day … */
export interface Cell extends Place {
  start: number;
}

/** One block of cells: a day, a month, a year … */
export interface Block {
  start: number;
  cells: Cell[];
  columns: number;
  rows: number;
}

export interface Calendar {
  domain: Domain;
  subdomain: Subdomain;
  blocks: Block[];
  /** Blocks before those, which are too many to be drawn. */
  leftOut: number;
  metrics: { label: string; values: ReadonlyMap<number, number> }[];
}

/** The calendar of an answer: its blocks from the first moment to the last, and the values of each metric. */
export function calendarOf({ form, results }: DrawInput): Calendar {
  const subdomain = subdomainOf(form.subdomain_granularity);
  const domain = domainOf(form.domain_granularity, subdomain);
  const [result] = results;
  const rows = (result?.data ?? []).flatMap((row) => {
    const moment = momentOf(row[TIMESTAMP]);
    return moment === undefined ? [] : [{ start: startOf(subdomain, moment), row }];
  });
  const metrics = metricsOf(form.metrics)
    .map(metricLabel)
    .map((label) => {
      const values = new Map<number, number>();
      for (const { start, row } of rows) {
        const value = finiteOf(row[label]);
        if (value !== null) values.set(start, (values.get(start) ?? 0) + value);
      }
      return { label, values };
    });
  const { blocks, leftOut } = blocksOf(
    domain,
    subdomain,
    rangeOf(
      rows.map(({ start }) => start),
      result,
    ),
  );
  return { domain, subdomain, blocks, leftOut, metrics };
}

function momentOf(value: unknown): number | undefined {
  const moment = typeof value === 'string' ? Date.parse(value) : value;
  return typeof moment === 'number' && Number.isFinite(moment) && Math.abs(moment) <= LAST
    ? moment
    : undefined;
}

/** The furthest moment that there is a date for. */
const LAST = 8.64e15;

/** From the first value to the last, and over the whole range of time that was asked for. */
function rangeOf(starts: readonly number[], result: DrawInput['results'][number] | undefined) {
  if (starts.length === 0) return undefined;
  const [from, to] = [finiteOf(result?.from_dttm), finiteOf(result?.to_dttm)];
  const first = starts.reduce((least, each) => Math.min(least, each), from ?? Number.POSITIVE_INFINITY);
  // A range ends before its last moment.
  const last = starts.reduce(
    (most, each) => Math.max(most, each),
    to === null ? Number.NEGATIVE_INFINITY : to - 1,
  );
  return { first, last };
}

/** The blocks from the newest backwards, until there are too many cells. */
function blocksOf(domain: Domain, subdomain: Subdomain, range: { first: number; last: number } | undefined) {
  const blocks: Block[] = [];
  if (range === undefined) return { blocks, leftOut: 0 };
  let cells = 0;
  let start = startOf(domain, range.last);
  const first = startOf(domain, range.first);
  while (start >= first && cells < MOST_CELLS) {
    const block = blockOf(domain, subdomain, start);
    cells += block.cells.length;
    blocks.unshift(block);
    start = startOf(domain, start - 1);
  }
  let leftOut = 0;
  for (; start >= first && leftOut < MOST_CELLS; start = startOf(domain, start - 1)) leftOut++;
  return { blocks, leftOut };
}

function blockOf(domain: Domain, subdomain: Subdomain, start: number): Block {
  const end = nextOf(domain, start);
  const cells: Cell[] = [];
  // A week belongs to the block that it begins in.
  let cell =
    startOf(subdomain, start) < start && subdomain === 'week'
      ? nextOf('week', startOf('week', start))
      : start;
  for (; cell < end; cell = nextOf(subdomain, cell))
    cells.push({ start: cell, ...placeOf(domain, subdomain, start, cell, cells.length) });
  return {
    start,
    cells,
    columns: 1 + cells.reduce((most, { column }) => Math.max(most, column), 0),
    rows: 1 + cells.reduce((most, { row }) => Math.max(most, row), 0),
  };
}
