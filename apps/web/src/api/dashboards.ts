import { loadChartType } from '@chartroom/charts';
import {
  type AnswerOf,
  type DashboardChart,
  type DashboardDataset,
  type DashboardItem,
  type DashboardLine,
  type DashboardMetadata,
  type DataMasks,
  dashboardApi,
  dataMasksSchema,
  exactJson,
  type Layout,
  type NativeFilter,
  readDashboardMetadata,
  readLayout,
} from '@chartroom/model';
import { frameLine } from '../base/frame-line.ts';
import { api } from './api.ts';
import { ApiError, errorsIn, send } from './client.ts';

export interface OpenDashboard {
  info: DashboardItem;
  metadata: DashboardMetadata;
  position: Layout;
  charts: DashboardChart[];
  datasets: DashboardDataset[];
}

/** Everything a dashboard is made of. One that is closed, or not there, is asked for once. */
export async function fetchDashboard(idOrSlug: string, signal?: AbortSignal): Promise<OpenDashboard> {
  const asked = { params: { pk: idOrSlug }, signal };
  return withMembers(await fetchBoard(asked), asked);
}

/** A dashboard, and beside its charts what `also` asks for: who may not open it asks for nothing more. */
export async function fetchDashboardAnd<More>(
  idOrSlug: string,
  signal: AbortSignal,
  also: (metadata: DashboardMetadata) => Promise<More>,
): Promise<[dashboard: OpenDashboard, more: More]> {
  const asked = { params: { pk: idOrSlug }, signal };
  const board = await fetchBoard(asked);
  return Promise.all([withMembers(board, asked), also(board.metadata)]);
}

interface Asked {
  params: { pk: string };
  signal: AbortSignal | undefined;
}
type Board = Omit<OpenDashboard, 'charts' | 'datasets'>;

async function fetchBoard(asked: Asked): Promise<Board> {
  const { result: info } = await api(dashboardApi.show, asked);
  return {
    info,
    metadata: readDashboardMetadata(storedDocument(info.json_metadata)),
    position: readLayout(storedDocument(info.position_json)),
  };
}

async function withMembers(board: Board, asked: Asked): Promise<OpenDashboard> {
  const [charts, datasets] = await Promise.all([
    api(dashboardApi.charts, asked).then(withTypes),
    api(dashboardApi.datasets, { ...asked, query: { whole: 'true' } }),
  ]);
  return { ...board, charts: charts.result, datasets: datasets.result };
}

/** A dashboard that is not opened, and its filters. */
export async function fetchFilters(
  idOrSlug: string,
  signal?: AbortSignal,
): Promise<{ info: DashboardItem; filters: NativeFilter[] }> {
  const { result: info } = await api(dashboardApi.show, { params: { pk: idOrSlug }, signal });
  const metadata = readDashboardMetadata(storedDocument(info.json_metadata));
  return { info, filters: metadata.native_filter_configuration ?? [] };
}

/** Begins to fetch the code of the chart types while the rest of the dashboard is on its way. */
function withTypes<Answer extends { result: DashboardChart[] }>(answer: Answer): Answer {
  for (const type of new Set(answer.result.map((chart) => chart.form_data.viz_type))) {
    // The chart itself asks again, and says what went wrong.
    loadChartType(type).catch(() => undefined);
  }
  return answer;
}

/** A stored document; one that is damaged counts as none, so that the dashboard still opens. */
function storedDocument(text: string | null): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface DashboardQuestion {
  /** Id that the answer carries back. */
  id: number;
  query_context: unknown;
}

/**
 * Asks the questions of many charts over one connection; calls back with each answer as it arrives, or with the job that
 * is to give it (status 202).
 */
export async function streamDashboard(
  dashboardId: number,
  charts: DashboardQuestion[],
  signal: AbortSignal,
  onLine: (line: DashboardLine) => void,
): Promise<void> {
  const response = await send('POST', `/api/v1/dashboard/${dashboardId}/data`, {
    body: { charts },
    headers: { Accept: 'application/x-ndjson' },
    signal,
  });
  if (!response.body) throw new ApiError(response.status, errorsIn(undefined, response.status), undefined);
  let rest = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) onLine(parseLine(line));
  }
  if (rest.trim()) onLine(parseLine(rest));
}

function parseLine(text: string): DashboardLine {
  const line = exactJson<DashboardLine>(text);
  return line;
}

/** Keeps the applied filters on the server; answers the key for the address. */
export async function keepFilterState(
  dashboardId: number,
  masks: DataMasks,
  key: string | undefined,
): Promise<string> {
  const body = { value: JSON.stringify(masks) };
  const answer = key
    ? await api(dashboardApi.changeKeptFilters, { params: { pk: dashboardId, key }, body })
    : await api(dashboardApi.keepFilters, { params: { pk: dashboardId }, body });
  return answer.key;
}

/** The filters kept under a key. */
export async function fetchFilterState(dashboardId: number, key: string): Promise<DataMasks> {
  const { value } = await api(dashboardApi.keptFilters, { params: { pk: dashboardId, key } });
  return masksOf(storedDocument(value));
}

/** Filters as a link carries them; those that cannot be read are none. */
export function masksOf(document: unknown): DataMasks {
  const read = dataMasksSchema.safeParse(document);
  return read.success ? read.data : {};
}

/** What a lasting link to a dashboard carries. */
export type LinkState = AnswerOf<typeof dashboardApi.permalink>['state'];

/** A lasting link to the dashboard as it stands. */
export async function dashboardLink(dashboardId: number, state: LinkState): Promise<string> {
  const { key, url } = await api(dashboardApi.makePermalink, {
    params: { pk: dashboardId },
    body: { urlParams: [], ...state },
  });
  // A page around that shows dashboards at addresses of its own says where.
  const elsewhere = await frameLine()?.ask('resolvePermalinkUrl', { key });
  return typeof elsewhere === 'string' ? elsewhere : new URL(url, window.location.origin).toString();
}

/** What a lasting link stands for. */
export function fetchPermalink(key: string): Promise<AnswerOf<typeof dashboardApi.permalink>> {
  return api(dashboardApi.permalink, { params: { key } });
}

/** A chart within a chart on a dashboard, as the dashboard shows it to whoever may see the dashboard, and its dataset. */
export async function fetchPartOnDashboard(
  { dashboardId, chart, part }: { dashboardId: number; chart: number | undefined; part: number },
  signal: AbortSignal,
) {
  const pk = dashboardId;
  const [parts, datasets] = await Promise.all([
    api(dashboardApi.parts, { params: { pk, chart: chart ?? 0 }, signal }),
    api(dashboardApi.datasets, { params: { pk }, query: { whole: 'true' }, signal }),
  ]);
  const found = parts.result.find(({ id }) => id === part);
  const dataset = datasets.result.find(({ uid }) => uid === found?.form_data.datasource);
  if (!found || !dataset) throw new Error('This dashboard does not show its data.');
  return { name: found.slice_name, own: { ...found.form_data, dashboardId }, dataset };
}
