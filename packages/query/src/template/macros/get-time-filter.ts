import { formatMoment } from '../../compile/naive-timestamp.ts';
import { parseTimeRange } from '../../time-range/parse-time-range.ts';
import { callable, textOr } from '../callable.ts';
import { Bag, truth, type Value } from '../value.ts';
import type { Macro, TemplateRequest, TemplateTrace } from './macro.ts';

const NO_FILTER = 'No filter';

/**
 * `get_time_filter(column=null, default=null, target_type=null, strftime=null, remove_filter=false)`: the time
 * filter on a column, else the time range of the question, as `{from_expr, to_expr, time_range}`. Ends are
 * literals of the engine for the target type, or texts in the given format; none where the type is unknown.
 */
export const getTimeFilter: Macro = {
  name: 'get_time_filter',
  value: ({ request, trace }) =>
    callable(
      'get_time_filter',
      [],
      ['column', 'default', 'target_type', 'strftime', 'remove_filter'],
      (given) => {
        const [column, fallback, target, format, remove] = given;
        const found = rangeOn(column ?? null, truth(remove ?? false), request, trace);
        const asked = found ?? request.timeRange ?? NO_FILTER;
        const range =
          asked === NO_FILTER && typeof fallback === 'string' && fallback !== '' ? fallback : asked;
        const known =
          found === undefined || typeof column !== 'string' ? '' : (request.columnTypes.get(column) ?? '');
        const type = typeof target === 'string' && target !== '' ? target : known;
        const { since, until } = parseTimeRange(range, { now: request.now });
        const end = (ms: number | null): Value =>
          ms === null ? null : endText(ms, type, textOr(format, ''), request);
        return new Bag('TimeFilter', [
          ['from_expr', end(since)],
          ['to_expr', end(until)],
          ['time_range', range],
        ]);
      },
    ),
};

/** The range of the filter on a column; a time range of the whole question takes its place. */
function rangeOn(
  column: Value,
  remove: boolean,
  request: TemplateRequest,
  trace: TemplateTrace,
): string | undefined {
  const found = request.filters.find(
    ({ col, op, val }) => col === column && op === 'TEMPORAL_RANGE' && typeof val === 'string',
  );
  if (!found) return undefined;
  trace.applied.add(found.col);
  if (remove) trace.removed.add(found.col);
  return request.timeRange || String(found.val);
}

function endText(ms: number, type: string, format: string, { dialect }: TemplateRequest): string | null {
  if (format !== '') return formatMoment(ms, format);
  return type === '' ? null : (dialect.dateTimeLiteral(ms, type) ?? null);
}
