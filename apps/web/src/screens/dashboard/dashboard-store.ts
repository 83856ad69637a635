import { type ChartType, type CrossFilter, loadChartType } from '@chartroom/charts';
import {
  type ChartDataResult,
  type ChartFormData,
  chartsIn,
  type DataMask,
  type DataMasks,
  type ErrorBody,
  initialTabs,
  type JobEvent,
  type Layout,
  openLayout,
  scopesOf,
  visibleCharts,
} from '@chartroom/model';
import { create } from 'zustand';
import { errorsIn, errorsOf } from '../../api/client.ts';
import {
  type DashboardLine,
  type DashboardQuestion,
  type OpenDashboard,
  streamDashboard,
} from '../../api/dashboards.ts';
import { jobAnswer } from '../../api/job-answer.ts';
import { isJob } from '../../api/job-events.ts';
import { affectedCharts, extraFormDataFor, initialMasks } from './masks.ts';

export interface TileState {
  status: 'waiting' | 'loading' | 'success' | 'failed' | 'stopped';
  type: ChartType | null | undefined;
  /** Form data the results answer: the chart's own with the dashboard's filters. */
  form: ChartFormData;
  results: ChartDataResult[];
  errors: ErrorBody[];
  /** Milliseconds since the epoch at which the answer arrived. */
  fetchedAt: number;
}

export interface DashboardState {
  dashboard: OpenDashboard | undefined;
  layout: Layout;
  scopes: ReadonlyMap<string, number[]>;
  tiles: Readonly<Record<number, TileState>>;
  /** Filters in force. */
  applied: DataMasks;
  /** Filters as chosen in the bar, waiting for Apply. */
  chosen: DataMasks;
  activeTabs: ReadonlySet<string>;
  fullSize: number | undefined;
  open: (
    dashboard: OpenDashboard,
    masks: DataMasks,
    tabs: string[],
    urlParams: Record<string, string>,
  ) => void;
  choose: (id: string, mask: DataMask) => void;
  apply: () => void;
  clearAll: () => void;
  crossFilter: (chart: number, filter: CrossFilter | undefined) => void;
  openTab: (tab: string) => void;
  refresh: (charts: readonly number[] | 'all', force: boolean) => Promise<void>;
  setOwnState: (chart: number, ownState: Record<string, unknown>) => void;
  stop: (chart: number) => void;
  setFullSize: (chart: number | undefined) => void;
  close: () => void;
}

/** Which stream, or which job, a chart's answer is awaited from; an older one's answer is not taken. */
const awaited = new Map<number, AbortController>();
let urlParams: Record<string, string> = {};

/** The dashboard being looked at: its layout, its filters, its charts' answers. */
export const useDashboard = create<DashboardState>((set, get) => ({
  dashboard: undefined,
  layout: {},
  scopes: new Map(),
  tiles: {},
  applied: {},
  chosen: {},
  activeTabs: new Set(),
  fullSize: undefined,

  open: (dashboard, masks, tabs, params) => {
    get().close();
    urlParams = params;
    const layout = openLayout(dashboard.position, dashboard.charts);
    const applied = initialMasks(dashboard.metadata.native_filter_configuration ?? [], masks);
    const scopes = scopesOf(
      dashboard.metadata,
      layout,
      dashboard.charts.map((chart) => chart.id),
    );
    const activeTabs = initialTabs(layout, tabs);
    set({ dashboard, layout, scopes, applied, chosen: applied, activeTabs, tiles: {}, fullSize: undefined });
    void get().refresh(visibleCharts(layout, activeTabs), false);
  },
  choose: (id, mask) => set((state) => ({ chosen: { ...state.chosen, [id]: { id, ...mask } } })),
  apply: () => {
    const { applied, chosen } = get();
    const next = { ...applied, ...chosen };
    set({ applied: next, chosen: next });
    askAgain(applied, next);
  },
  clearAll: () =>
    set((state) => ({
      chosen: Object.fromEntries(
        Object.entries(state.chosen).map(([id, mask]) => [
          id,
          /^\d+$/.test(id) ? mask : { id, extraFormData: {}, filterState: { value: null } },
        ]),
      ),
    })),
  crossFilter: filterByMark,
  openTab: (tab) => {
    const { layout, activeTabs, tiles } = get();
    const strip = Object.values(layout).find((item) => item.type === 'TABS' && item.children.includes(tab));
    const next = new Set([...activeTabs].filter((id) => !strip?.children.includes(id)).concat(tab));
    set({ activeTabs: next });
    const unasked = visibleCharts(layout, next).filter((id) => !tiles[id] || tiles[id].status === 'waiting');
    if (unasked.length > 0) void get().refresh(unasked, false);
  },
  refresh: async (wanted, force) => {
    const { dashboard, layout, activeTabs, applied, scopes } = get();
    if (!dashboard) return;
    const ids = wanted === 'all' ? visibleCharts(layout, activeTabs) : wanted;
    const questions = await prepare(ids, dashboard, force, (id) => extraFormDataFor(id, applied, scopes));
    if (get().dashboard !== dashboard || questions.length === 0) return;
    await ask(dashboard.info.id, questions);
  },
  setOwnState: (chart, ownState) => {
    set((state) => ({
      applied: {
        ...state.applied,
        [chart]: { id: String(chart), extraFormData: {}, filterState: {}, ...state.applied[chart], ownState },
      },
    }));
    void get().refresh([chart], false);
  },
  stop: (chart) => {
    release(chart);
    patch(chart, { status: 'stopped' });
  },
  setFullSize: (fullSize) => set({ fullSize }),
  close: () => {
    for (const id of [...awaited.keys()]) release(id);
    set({ dashboard: undefined, tiles: {} });
  },
}));

/** Filters the other charts by a mark of one; the same mark again lets go. */
function filterByMark(chart: number, filter: CrossFilter | undefined): void {
  const { applied, dashboard } = useDashboard.getState();
  if (dashboard?.metadata.cross_filters_enabled === false) return;
  const id = String(chart);
  const again = filter === undefined || applied[id]?.filterState?.key === filter.key;
  const mask: DataMask = again
    ? { id, extraFormData: {}, filterState: {} }
    : {
        id,
        extraFormData: { filters: filter.filters },
        filterState: { value: filter.filters.map((each) => each.val), label: filter.label, key: filter.key },
      };
  const next = { ...applied, [id]: mask };
  useDashboard.setState((state) => ({ applied: next, chosen: { ...state.chosen, [id]: mask } }));
  askAgain(applied, next);
}

/** Asks again what changed filters concern: charts in view now, the others when their tab opens. */
function askAgain(before: DataMasks, after: DataMasks): void {
  const { scopes, layout, activeTabs, refresh } = useDashboard.getState();
  const affected = affectedCharts(before, after, scopes);
  const visible = new Set(visibleCharts(layout, activeTabs));
  for (const id of affected) if (!visible.has(id)) patch(id, { status: 'waiting' });
  const now = chartsIn(layout).filter((id) => affected.includes(id) && visible.has(id));
  if (now.length > 0) void refresh(now, false);
}

/** Loads the chart types and words the questions; charts that cannot be asked say why at once. */
async function prepare(
  ids: readonly number[],
  dashboard: OpenDashboard,
  force: boolean,
  extra: (id: number) => ChartFormData['extra_form_data'],
): Promise<DashboardQuestion[]> {
  const charts = ids.flatMap((id) => dashboard.charts.find((chart) => chart.id === id) ?? []);
  const words = await Promise.all(
    charts.map(async (chart): Promise<DashboardQuestion[]> => {
      const form = dashboardForm(chart.form_data, dashboard, chart.id, extra(chart.id));
      try {
        const type = await loadChartType(chart.form_data.viz_type);
        if (!type) {
          patch(chart.id, {
            status: 'failed',
            type: null,
            form,
            errors: errorsOf(new Error(`There is no chart type "${chart.form_data.viz_type}".`)),
          });
          return [];
        }
        const ownState = useDashboard.getState().applied[chart.id]?.ownState;
        patch(chart.id, { status: 'loading', type, form, errors: [] });
        return [{ id: chart.id, query_context: type.question(form, { ownState, force }) }];
      } catch (error) {
        patch(chart.id, { status: 'failed', form, errors: errorsOf(error) });
        return [];
      }
    }),
  );
  return words.flat();
}

function dashboardForm(
  own: ChartFormData,
  dashboard: OpenDashboard,
  id: number,
  extra: ChartFormData['extra_form_data'],
): ChartFormData {
  const { color_scheme: scheme, label_colors: labels } = dashboard.metadata;
  return {
    ...own,
    slice_id: id,
    dashboardId: dashboard.info.id,
    extra_form_data: extra ?? {},
    ...(scheme ? { color_scheme: scheme } : {}),
    ...(labels ? { label_colors: labels } : {}),
    ...(Object.keys(urlParams).length > 0 ? { url_params: urlParams } : {}),
  };
}

async function ask(dashboardId: number, questions: DashboardQuestion[]): Promise<void> {
  const stream = new AbortController();
  for (const { id } of questions) {
    release(id);
    awaited.set(id, stream);
  }
  const take = (line: DashboardLine) => {
    if (awaited.get(line.id) !== stream) return;
    if (isJob(line.body)) return void awaitJob(line.id, line.body);
    awaited.delete(line.id);
    if (line.status === 200)
      patch(line.id, { status: 'success', results: resultsIn(line.body), errors: [], fetchedAt: Date.now() });
    else patch(line.id, { status: 'failed', results: [], errors: errorsIn(line.body, line.status) });
  };
  try {
    await streamDashboard(dashboardId, questions, stream.signal, take);
    fail(stream, new Error('The server ended the answer before this chart was ready.'));
  } catch (error) {
    if (!stream.signal.aborted) fail(stream, error);
  }
}

/** Waits for the answer of a chart that was left to a job; letting it go ends that job alone. */
async function awaitJob(id: number, job: JobEvent): Promise<void> {
  const own = new AbortController();
  awaited.set(id, own);
  try {
    const results = resultsIn(await jobAnswer(job, own.signal));
    if (awaited.get(id) !== own) return;
    awaited.delete(id);
    patch(id, { status: 'success', results, errors: [], fetchedAt: Date.now() });
  } catch (error) {
    fail(own, error);
  }
}

function fail(stream: AbortController, error: unknown): void {
  for (const [id, owner] of [...awaited]) {
    if (owner !== stream) continue;
    awaited.delete(id);
    patch(id, { status: 'failed', results: [], errors: errorsOf(error) });
  }
}

/** Gives up waiting for a chart; a stream that nobody waits for any more is ended, and with it its queries. */
function release(id: number): void {
  const stream = awaited.get(id);
  awaited.delete(id);
  if (stream && ![...awaited.values()].includes(stream)) stream.abort();
}

function patch(id: number, part: Partial<TileState>): void {
  useDashboard.setState((state) => {
    const empty: TileState = {
      status: 'waiting',
      type: undefined,
      form: { datasource: '', viz_type: '' },
      results: [],
      errors: [],
      fetchedAt: 0,
    };
    return { tiles: { ...state.tiles, [id]: { ...empty, ...state.tiles[id], ...part } } };
  });
}

function resultsIn(body: unknown): ChartDataResult[] {
  return typeof body === 'object' && body !== null && 'result' in body && Array.isArray(body.result)
    ? body.result
    : [];
}
