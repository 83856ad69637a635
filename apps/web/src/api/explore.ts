import { type ChartFormData, type ExploreAnswer, exploreApi, exploreQuery } from '@chartroom/model';
import { api } from './api.ts';
import { sourceOf } from './charts.ts';
import { ApiError } from './client.ts';

/** The id that stands for the dataset of a chart that is not there. */
const NO_DATASET = 0;

/** Everything that Explore shows at first, for the parameters of its address. */
export async function fetchExplore(search: URLSearchParams, signal?: AbortSignal): Promise<ExploreAnswer> {
  const answer = await api(exploreApi.open, { query: exploreQuery(search), signal }).catch(leaveFor);
  const { slice, dataset, message } = answer.result;
  if (slice === null && dataset.id === NO_DATASET) {
    throw refusal(404, message ?? 'Not found', answer);
  }
  return answer.result;
}

/** A dataset that has a page of its own in this installation is shown there; of one that lies elsewhere the reader is told. */
function leaveFor(error: unknown): never {
  const body = error instanceof ApiError && error.status === 302 ? error.body : undefined;
  if (typeof body !== 'object' || body === null || !('redirect' in body)) throw error;
  const page = new URL(String(body.redirect), window.location.href);
  if (page.origin === window.location.origin && page.href !== window.location.href)
    window.location.replace(page);
  throw refusal(302, `This dataset opens at ${page.href}`, body);
}

function refusal(status: number, message: string, body: unknown): ApiError {
  return new ApiError(
    status,
    [{ message, error_type: 'GENERIC_COMMAND_ERROR', level: 'warning', extra: null }],
    body,
  );
}

/** Keeps form data on the server for a short address; a known key is overwritten. */
export async function keepFormData(
  form: ChartFormData,
  chartId: number | undefined,
  key: string | undefined,
): Promise<string> {
  const body = {
    ...sourceOf(form),
    form_data: JSON.stringify(form),
    ...(chartId !== undefined && { chart_id: chartId }),
  };
  const answer = key
    ? await api(exploreApi.changeForm, { params: { key }, body })
    : await api(exploreApi.keepForm, { body });
  return answer.key;
}

/** A lasting link to this form data. */
export async function exploreLink(form: ChartFormData): Promise<string> {
  const answer = await api(exploreApi.keepLink, { body: { formData: form, urlParams: [] } });
  return new URL(answer.url, window.location.origin).toString();
}
