import type { ChartDataResult, QueryContext } from '@chartroom/model';
import { request, send } from './client.ts';
import { jobAnswer } from './job-answer.ts';
import type { JobEvent } from './job-events.ts';

/** Asks the questions of one chart, whether they are answered at once or by a job. Rejects with ApiError, or with the signal's reason. */
export async function fetchChartData(context: QueryContext, signal?: AbortSignal): Promise<ChartDataResult[]> {
  const response = await send('POST', '/api/v1/chart/data', { body: context, signal });
  const isJob = response.status === 202;
  const body: { result: ChartDataResult[] } & JobEvent = await response.json();
  const answer = isJob ? await jobAnswer<{ result: ChartDataResult[] }>(body, signal) : body;
  return answer.result;
}

/** The questions of a chart as the database receives them. */
export async function fetchQueries(
  context: QueryContext,
  signal?: AbortSignal,
): Promise<{ query: string; language: string; error?: string | null }[]> {
  const answer = await request<{ result: { query: string; language: string; error?: string | null }[] }>('POST', '/api/v1/chart/data', {
    body: { ...context, result_type: 'query' },
    signal,
  });
  return answer.result;
}

/** The whole answer as a CSV file. */
export async function fetchCsv(context: QueryContext): Promise<Blob> {
  const response = await send('POST', '/api/v1/chart/data', {
    body: { ...context, result_format: 'csv', result_type: 'full' },
    headers: { Accept: 'text/csv' },
  });
  return response.blob();
}

/** Hands a blob to the browser as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
