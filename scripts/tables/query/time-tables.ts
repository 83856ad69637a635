import { parseTimeRange, temporalValues } from '@chartroom/query';
import {
  calendarShift,
  humanDelta,
  pastDelta,
  pastOrFuture,
} from '../../../packages/query/src/time-range/time-delta.ts';
import { listOf, recordOf } from '../charts/recorded.ts';
import type { TableCheck } from '../table.ts';
import {
  attempt,
  type Comparison,
  clockOf,
  expectedError,
  type QueryCase,
  queryTable,
  textOf,
} from './query-cases.ts';

/** Time ranges, shifts and temporal values in words. */
export const timeTables: TableCheck[] = [
  queryTable('time-range', timeRange),
  queryTable('time-delta', timeDelta),
  queryTable('time-normal', timeNormal),
];

function timeRange(each: QueryCase): Comparison {
  const input = recordOf(each.in);
  const got = attempt(() =>
    parseTimeRange(textOf(input.time_range) ?? '', {
      now: new Date(clockOf(each.now)),
      relativeStart: textOf(input.relative_start),
      relativeEnd: textOf(input.relative_end),
      timeShift: textOf(input.time_shift),
      instantRange: textOf(input.instant_time_comparison_range),
      since: textOf(input.since),
      until: textOf(input.until),
    }),
  );
  const failure = expectedError(each.out);
  if (failure) {
    const complaint = failure.message ? got.thrown : 'an error';
    return {
      expected: failure.message ?? 'an error',
      actual: got.thrown === undefined ? isoRange(got.value) : complaint,
    };
  }
  const { since, until } = recordOf(each.out);
  return {
    expected: { since: wallClock(since), until: wallClock(until) },
    actual: got.thrown ?? isoRange(got.value),
  };
}

/** Naive text: the zone that a moment was written with is no part of the comparison. */
function wallClock(value: unknown): unknown {
  return typeof value === 'string' ? isoText(Date.parse(`${value.replace(/[+-]\d\d:\d\d$/, '')}Z`)) : value;
}

function isoRange({ since, until }: { since: number | null; until: number | null }): unknown {
  return { since: since === null ? null : isoText(since), until: until === null ? null : isoText(until) };
}

function isoText(ms: number): string {
  return new Date(ms).toISOString();
}

function timeDelta(each: QueryCase): Comparison {
  const input = recordOf(each.in);
  const out = recordOf(each.out);
  const text = String(input.text);
  const from = clockOf(input.source_time ?? each.now);
  switch (each.function) {
    case 'parse_human_timedelta':
      return { expected: out.seconds, actual: humanDelta(text, from) / 1000 };
    case 'parse_past_timedelta':
      return { expected: out.seconds, actual: pastDelta(text, from) / 1000 };
    case 'get_past_or_future':
      return { expected: wallClock(out.result), actual: isoText(pastOrFuture(text, from)) };
    default: {
      const got = attempt(() => calendarShift(text));
      const failure = expectedError(out);
      return {
        expected: failure?.message ?? out.result,
        actual: got.thrown ?? { [`${got.value.unit}s`]: got.value.count },
      };
    }
  }
}

function timeNormal(each: QueryCase): Comparison {
  const values = listOf(each.values).map((value) =>
    typeof value === 'string' || typeof value === 'number' ? value : null,
  );
  const offset = typeof each.offset === 'number' ? each.offset : 0;
  const moments = temporalValues(values, {
    format: textOf(each.format),
    offset,
    timeShift: textOf(each.time_shift),
  });
  const expected = listOf(each.out).map((value) =>
    typeof value === 'string' && /^\d{4}-/.test(value) ? clockOf(value.replace(/[+-]\d\d:\d\d$/, '')) : value,
  );
  return { expected, actual: moments };
}
