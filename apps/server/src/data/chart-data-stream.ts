import { ChartroomError } from '@chartroom/model';
import { type ChartDataParts, chartData } from './chart-data.ts';
import { errorLine } from './error-line.ts';
import type { Principal, StreamedRequest } from './ports.ts';

/**
 * Answers of many charts, each as soon as it is there: one JSON document a line, `{id, status, body}`.
 * A chart that fails says so in its line; the others go on.
 */
export async function* chartDataStream(
  parts: ChartDataParts,
  requests: readonly StreamedRequest[],
  who: Principal,
  signal: AbortSignal,
): AsyncIterable<Buffer> {
  const pending = new Map(requests.map((request, place) => [place, lineOf(parts, request, who, signal).then((line) => ({ place, line }))]));
  while (pending.size > 0) {
    const { place, line } = await Promise.race(pending.values());
    pending.delete(place);
    yield line;
  }
}

async function lineOf(parts: ChartDataParts, { id, context }: StreamedRequest, who: Principal, signal: AbortSignal): Promise<Buffer> {
  try {
    const { status, body } = await chartData(parts, { ...context, result_format: 'json' }, who, signal);
    if (!Buffer.isBuffer(body)) throw new Error('An answer in JSON is expected to be whole.');
    return Buffer.concat([Buffer.from(`{"id":${id},"status":${status},"body":`), body, Buffer.from('}\n')]);
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ChartroomError)) {
      parts.report(error);
      return errorLine(id, unexpected());
    }
    return errorLine(id, error);
  }
}

function unexpected(): ChartroomError {
  return new ChartroomError('Something went wrong in the server. Its log tells more.', {
    status: 500,
    error_type: 'GENERIC_BACKEND_ERROR',
  });
}
