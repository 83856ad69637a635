import { type ChartDataResult, chartDataApi, type QueryContext } from '@chartroom/model';
import { api } from './api.ts';
import { send } from './client.ts';
import { jobAnswer } from './job-answer.ts';
import { isJob } from './job-events.ts';

/** Asks the questions of one chart, whether they are answered at once or by a job. Rejects with ApiError, or with the signal's reason. */
export async function fetchChartData(
  context: QueryContext,
  signal?: AbortSignal,
): Promise<ChartDataResult[]> {
  const given = await api(chartDataApi.ask, { body: context, signal });
  const { result } = isJob(given) ? await jobAnswer(given, signal) : given;
  return result.filter((each) => 'cache_key' in each);
}

/** The questions of a chart as the database receives them. */
export async function fetchQueries(context: QueryContext, signal?: AbortSignal): Promise<string[]> {
  const given = await api(chartDataApi.ask, { body: { ...context, result_type: 'query' }, signal });
  return isJob(given) ? [] : given.result.flatMap((each) => ('language' in each ? [each.query] : []));
}

/** How a file's rows are asked for. */
export interface FileForm {
  format: 'csv' | 'xlsx' | 'json';
  /** As the chart shows its rows, and not as the database gives them. */
  pivoted?: boolean;
  /** The rows behind the groups. */
  isDetail?: boolean;
}

/** The words by which a chart's question asks for a file. */
export function fileWords({ format, pivoted = false, isDetail = false }: FileForm) {
  if (isDetail) return { result_format: format, result_type: 'drill_detail' as const };
  const plain = format === 'json' ? ('results' as const) : ('full' as const);
  const result_type = pivoted ? ('post_processed' as const) : plain;
  return { result_format: format, result_type };
}

/** The whole answer as a file; of several queries an archive. */
export async function fetchFile(
  context: QueryContext,
  form: FileForm,
): Promise<{ blob: Blob; ending: string }> {
  const response = await send(chartDataApi.ask.method, chartDataApi.ask.path, {
    body: { ...context, ...fileWords(form) },
    headers: { Accept: '*/*' },
  });
  const blob = await response.blob();
  return { blob, ending: blob.type.startsWith('application/zip') ? 'zip' : form.format };
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
