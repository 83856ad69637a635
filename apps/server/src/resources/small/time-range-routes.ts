import { type ActualRange, ChartroomError, timeRangeApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '../../http/define-route.ts';
import { badRequest } from '../../http/errors.ts';
import { readQ } from '../../http/q-argument.ts';
import type { Ground } from '../../records/ground.ts';

/** What ranges in words mean now (contract/api.md §2.18): ends as ISO texts, empty where there is none. */
export function registerTimeRange(app: FastifyInstance, services: Ground): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...timeRangeApi.evaluate,
    access: { permission: 'can_time_range', view: 'Api' },
    config: { sessionOnly: true },
    handle: async ({ request }) => {
      const read = timeRangeApi.evaluate.q.safeParse(readQ(request.query) ?? '');
      if (!read.success)
        throw badRequest(
          "Not a valid rison schema: a range or a list of ranges is expected, such as 'Last week'",
        );
      const ranges = typeof read.data === 'string' ? [{ timeRange: read.data, shift: undefined }] : read.data;
      const { naiveTimestamp, parseTimeRange } = await import('@chartroom/query');
      const now = services.now();
      const result = ranges.map(({ timeRange, shift }): ActualRange => {
        const { since, until } = readRange(() =>
          parseTimeRange(timeRange, { now, ...(shift && { timeShift: shift }) }),
        );
        const text = (end: number | null) =>
          end === null ? '' : naiveTimestamp(end).replace(' ', 'T').replace(/\.0+$/, '');
        return { since: text(since), until: text(until), timeRange, shift: shift ?? null };
      });
      return { result };
    },
  });
}

/** Says in one sentence what is wrong with a range. */
function readRange<Range>(read: () => Range): Range {
  try {
    return read();
  } catch (error) {
    if (error instanceof ChartroomError) throw badRequest(`Unexpected time range: ${error.message}`);
    throw error;
  }
}
