import { loadChartType } from '@chartroom/charts';
import type { ChartFormData, DatasourceData, ExtraFormData } from '@chartroom/model';
import { frameLine } from '../app/frame-line.ts';
import { ApiError, errorsIn, request, send } from './client.ts';
import type { Person } from './rows.ts';

/** What a filter gives to the charts in its scope, and what it shows of itself (contract/ui.md C8). */
export interface DataMask {
  id?: string;
  extraFormData?: ExtraFormData;
  filterState?: { value?: unknown; label?: string; [key: string]: unknown };
  ownState?: Record<string, unknown>;
}
export type DataMasks = Record<string, DataMask>;

export interface Scope {
  rootPath: string[];
  excluded: number[];
}

/** One item of `native_filter_configuration` (contract/ui.md C1). */
export interface NativeFilter {
  id: string;
  type: 'NATIVE_FILTER' | 'DIVIDER';
  name?: string;
  title?: string;
  description?: string;
  filterType?: 'filter_select' | 'filter_range' | 'filter_time' | 'filter_timecolumn' | 'filter_timegrain';
  targets?: { datasetId?: number; column?: { name: string } }[];
  controlValues?: Record<string, unknown>;
  defaultDataMask?: DataMask;
  cascadeParentIds?: string[];
  scope?: Scope;
  adhoc_filters?: unknown[];
  time_range?: string;
  sortMetric?: string | null;
}

export interface CrossFilterScope {
  id?: number;
  crossFilters?: { scope: 'global' | Scope; chartsInScope?: number[] };
}

/** `json_metadata`, as far as the dashboard reads it; the rest is kept as it is (contract/ui.md B9). */
export interface DashboardMetadata {
  native_filter_configuration?: NativeFilter[];
  chart_configuration?: Record<string, CrossFilterScope>;
  global_chart_configuration?: { scope: Scope; chartsInScope?: number[] };
  cross_filters_enabled?: boolean;
  filter_bar_orientation?: 'VERTICAL' | 'HORIZONTAL';
  refresh_frequency?: number;
  timed_refresh_immune_slices?: number[];
  expanded_slices?: Record<string, boolean>;
  color_scheme?: string;
  label_colors?: Record<string, string>;
  [key: string]: unknown;
}

export interface LayoutItem {
  id: string;
  type: string;
  children: string[];
  parents?: string[];
  meta: Record<string, unknown>;
}
export type Layout = Record<string, LayoutItem>;

export interface DashboardInfo {
  id: number;
  slug: string | null;
  url: string;
  dashboard_title: string;
  published: boolean;
  css: string | null;
  certified_by: string | null;
  certification_details: string | null;
  owners: Person[];
  changed_by_name: string;
  changed_on_delta_humanized: string;
  json_metadata: string | null;
  position_json: string | null;
  is_managed_externally: boolean;
}

export interface DashboardChart {
  id: number;
  slice_name: string;
  form_data: ChartFormData;
  description_markeddown?: string;
  cache_timeout: number | null;
  changed_on: string;
}

export interface OpenDashboard {
  info: DashboardInfo;
  metadata: DashboardMetadata;
  position: Layout;
  charts: DashboardChart[];
  datasets: DatasourceData[];
}

/** Everything a dashboard is made of, in one round of three calls. */
export async function fetchDashboard(idOrSlug: string, signal?: AbortSignal): Promise<OpenDashboard> {
  const path = `/api/v1/dashboard/${encodeURIComponent(idOrSlug)}`;
  const [info, charts, datasets] = await Promise.all([
    request<{ result: DashboardInfo }>('GET', path, { signal }),
    request<{ result: DashboardChart[] }>('GET', `${path}/charts`, { signal }).then(withTypes),
    request<{ result: DatasourceData[] }>('GET', `${path}/datasets`, { signal, query: { whole: true } }),
  ]);
  return {
    info: info.result,
    metadata: parseDocument<DashboardMetadata>(info.result.json_metadata, {}),
    position: parseDocument<Layout>(info.result.position_json, {}),
    charts: charts.result,
    datasets: datasets.result,
  };
}

/** Begins to fetch the code of the chart types while the rest of the dashboard is on its way. */
function withTypes<Answer extends { result: DashboardChart[] }>(answer: Answer): Answer {
  for (const type of new Set(answer.result.map((chart) => chart.form_data.viz_type))) {
    // The chart itself asks again, and says what went wrong.
    loadChartType(type).catch(() => undefined);
  }
  return answer;
}

/** A stored document; one that is damaged counts as empty, so that the dashboard still opens. */
function parseDocument<T>(text: string | null, empty: T): T {
  if (!text) return empty;
  try {
    const value: T = JSON.parse(text);
    return value ?? empty;
  } catch {
    return empty;
  }
}

export interface DashboardQuestion {
  /** Id that the answer carries back. */
  id: number;
  query_context: unknown;
}

/** One line of the dashboard's answer stream. */
export interface DashboardLine {
  id: number;
  status: number;
  body: unknown;
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
  const line: DashboardLine = JSON.parse(text);
  return line;
}

/** Keeps the applied filters on the server; answers the key for the address. */
export async function keepFilterState(
  dashboardId: number,
  masks: DataMasks,
  key: string | undefined,
): Promise<string> {
  const path = `/api/v1/dashboard/${dashboardId}/filter_state`;
  const answer = await request<{ key: string }>(key ? 'PUT' : 'POST', key ? `${path}/${key}` : path, {
    body: { value: JSON.stringify(masks) },
  });
  return answer.key;
}

/** The filters kept under a key. */
export async function fetchFilterState(dashboardId: number, key: string): Promise<DataMasks> {
  const answer = await request<{ value: string }>(
    'GET',
    `/api/v1/dashboard/${dashboardId}/filter_state/${encodeURIComponent(key)}`,
  );
  return parseDocument<DataMasks>(answer.value, {});
}

export interface DashboardPermalink {
  dashboardId: string;
  state: { dataMask?: DataMasks; activeTabs?: string[]; anchor?: string; urlParams?: [string, string][] };
}

/** A lasting link to the dashboard as it stands. */
export async function dashboardLink(
  dashboardId: number,
  state: DashboardPermalink['state'],
): Promise<string> {
  const { key, url } = await request<{ key: string; url: string }>(
    'POST',
    `/api/v1/dashboard/${dashboardId}/permalink`,
    {
      body: { urlParams: [], ...state },
    },
  );
  // A page around that shows dashboards at addresses of its own says where.
  const elsewhere = await frameLine()?.ask('resolvePermalinkUrl', { key });
  return typeof elsewhere === 'string' ? elsewhere : new URL(url, window.location.origin).toString();
}

/** What a lasting link stands for. */
export function fetchPermalink(key: string): Promise<DashboardPermalink> {
  return request<DashboardPermalink>('GET', `/api/v1/dashboard/permalink/${encodeURIComponent(key)}`);
}
