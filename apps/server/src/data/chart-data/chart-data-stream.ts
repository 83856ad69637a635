import { ChartroomError, type QueryContext } from '@chartroom/model';
import { joinedBytes } from '../heavy/breathing.ts';
import type { EncodedAnswer, StreamedRequest } from '../ports.ts';
import { clocked } from '../query-clock.ts';
import { errorLine } from '../sql/error-line.ts';
import { allPieces } from '../writing/answer-body.ts';

type Answer = (context: QueryContext) => Promise<EncodedAnswer>;
type Report = (error: unknown) => void;

/**
 * Answers of many charts, each as soon as it is there: one JSON document a line, `{id, status, took, body}`. `took` tells
 * how many milliseconds the server needed, and how many of them a database. A chart that fails says so in its line; the others go on.
 */
export async function* chartDataStream(
  requests: readonly StreamedRequest[],
  answer: Answer,
  signal: AbortSignal,
  report: Report,
): AsyncIterable<Buffer> {
  const pending = new Map(
    requests.map((request, place) => [
      place,
      lineOf(request, answer, signal, report).then((line) => ({ place, line })),
    ]),
  );
  while (pending.size > 0) {
    const { place, line } = await Promise.race(pending.values());
    pending.delete(place);
    yield line;
  }
}

async function lineOf(
  { id, context }: StreamedRequest,
  answer: Answer,
  signal: AbortSignal,
  report: Report,
): Promise<Buffer> {
  try {
    const { value, took } = await clocked(async () => {
      const told = await answer({ ...context, result_format: 'json' });
      return { status: told.status, pieces: await allPieces(told) };
    });
    const head = Buffer.from(`{"id":${id},"status":${value.status},"took":${JSON.stringify(took)},"body":`);
    return joinedBytes([head, ...value.pieces, Buffer.from('}\n')]);
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ChartroomError)) {
      report(error);
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
