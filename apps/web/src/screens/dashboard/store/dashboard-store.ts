import {
  type CrossFilter,
  chartQuestion,
  chartType,
  DashboardPalette,
  loadChartType,
} from '@chartroom/charts';
import {
  boardForm,
  type ChartFormData,
  chartsIn,
  type DashboardChart,
  type DataMask,
  type DataMasks,
  initialMasks,
  initialTabs,
  type Layout,
  openLayout,
  scopesOf,
  visibleCharts,
  wantsFirst,
} from '@chartroom/model';
import { nanoid } from 'nanoid';
import { createStore, type StoreApi } from 'zustand';
import { errorsOf } from '../../../api/client.ts';
import type { DashboardQuestion, OpenDashboard } from '../../../api/dashboards.ts';
import { tagOf } from '../../../api/versions.ts';
import { toast } from '../../../base/toasts.tsx';
import { aloneLayout } from './alone-layout.ts';
import type { Asking } from './asking.ts';
import { ChartAnswers, changedTile, type TileState } from './chart-answers.ts';
import { firstValuesOf } from './first-values.ts';
import { affectedCharts } from './masks.ts';

/** A dashboard as an address opens it. */
export interface Opening {
  dashboard: OpenDashboard;
  masks: DataMasks;
  tabs: readonly string[];
  /** Whether these filters are those with which the person has left it. */
  isBack: boolean;
  /** The only one of its charts that is shown; undefined for all of it. */
  alone?: number | undefined;
  /** Parameters of the address that its charts are asked with. */
  urlParams: Readonly<Record<string, string>>;
  /** Whether no answer that was kept is shown. */
  isForced: boolean;
}

/** Fields of a dashboard that wait for Save, beside its title, its layout and its settings. */
export interface HeldFields {
  slug?: string | null;
  owners?: number[];
  roles?: number[];
  tags?: number[];
  css?: string | null;
  theme_id?: number | null;
  certified_by?: string | null;
  certification_details?: string | null;
}

/** What was done to a dashboard since it was opened for editing. */
export interface Editing {
  past: readonly Layout[];
  future: readonly Layout[];
  /** Whether something is there to be saved. */
  isChanged: boolean;
  /** Whether more was done than can be undone. */
  isOverLimit: boolean;
  /** Fields beside the layout and the settings that are written when it is saved. */
  held: HeldFields;
  /** The dashboard as it was. */
  before: Pick<DashboardState, 'layout' | 'dashboard' | 'refreshEvery' | 'palette'>;
}

/** One open dashboard: its layout, its filters, its charts' answers. */
export interface DashboardState {
  /** What it is called where this browser keeps something of it while it is open. */
  pageId: string;
  dashboard: OpenDashboard;
  /** By what the server knows the state that was opened, or saved last. */
  version: string | null;
  layout: Layout;
  /** What is done to it; undefined while it is only looked at. */
  editing: Editing | undefined;
  /** What somebody else has changed, too, while it is being saved. */
  asking: Asking | undefined;
  scopes: ReadonlyMap<string, number[]>;
  tiles: Readonly<Record<number, TileState>>;
  /** Filters in force. */
  applied: DataMasks;
  /** Filters as chosen in the bar, waiting for Apply. */
  chosen: DataMasks;
  activeTabs: ReadonlySet<string>;
  /** Whether it has opened with the filters with which the person has left it. */
  isBack: boolean;
  /** The filter that is pointed at, and whose charts therefore stand out. */
  focusedFilter: string | undefined;
  /** A filter that somebody wants to get to. */
  askedFilter: string | undefined;
  /** The component that fills the window. */
  fullSize: string | undefined;
  /** Seconds after which the charts are asked again; 0 = never. */
  refreshEvery: number;
  /** The colours of labels in all charts. */
  palette: DashboardPalette;
  /** Whether charts are drawn that are far from the window, too: for a picture of all of it. */
  drawsAll: boolean;
  /** Asks what is in view for the first time, once filters have their first values. */
  begin: () => Promise<void>;
  choose: (id: string, mask: DataMask) => void;
  apply: () => void;
  clearAll: () => void;
  /** Lets go of all marks by which charts filter others. */
  clearMarks: () => void;
  crossFilter: (chart: number, filter: CrossFilter | undefined) => void;
  openTab: (tab: string) => void;
  refresh: (charts: readonly number[] | 'all', force: boolean) => Promise<void>;
  setOwnState: (chart: number, ownState: Record<string, unknown>) => void;
  stop: (chart: number) => void;
  setFullSize: (component: string | undefined) => void;
  /** A chart's own form data with what the dashboard lays over it. */
  formOf: (chart: DashboardChart) => ChartFormData;
  setPublished: (published: boolean, version: string | null) => void;
  /** Gives up what is still awaited. */
  close: () => void;
}
export type DashboardStore = StoreApi<DashboardState>;

type Change = DashboardStore['setState'];
type Look = DashboardStore['getState'];

/** Opens a dashboard of its own; its charts are asked when it begins. */
export function createDashboardStore(opening: Opening): DashboardStore {
  return createStore<DashboardState>((set, get) => ({
    ...opened(opening),
    ...chartActions(opening, set, get),
    ...filterActions(set, get),
    setFullSize: (fullSize) => set({ fullSize }),
    formOf: (chart) => formOf(chart, get(), opening.urlParams),
    setPublished: (published, version) =>
      set(({ dashboard }) => ({
        version,
        dashboard: { ...dashboard, info: { ...dashboard.info, published } },
      })),
  }));
}

function opened({ dashboard, masks, tabs, isBack, alone }: Opening) {
  const layout = openLayout(dashboard.position, dashboard.charts);
  const applied = initialMasks(dashboard.metadata.native_filter_configuration ?? [], masks);
  return {
    pageId: nanoid(),
    dashboard,
    version: tagOf(dashboard.info.changed_on),
    layout: alone === undefined ? layout : aloneLayout(layout, alone),
    editing: undefined,
    asking: undefined,
    scopes: scopesOf(
      dashboard.metadata,
      layout,
      dashboard.charts.map((chart) => chart.id),
    ),
    tiles: {},
    applied,
    chosen: applied,
    activeTabs: initialTabs(layout, tabs),
    fullSize: undefined,
    isBack: isBack && Object.values(masks).some(({ extraFormData }) => hasMembers(extraFormData)),
    focusedFilter: undefined,
    askedFilter: undefined,
    refreshEvery: Math.max(0, dashboard.metadata.refresh_frequency ?? 0),
    palette: new DashboardPalette(dashboard.metadata),
    drawsAll: false,
  };
}

function hasMembers(value: object | undefined): boolean {
  return value !== undefined && Object.keys(value).length > 0;
}

/** What a chart shows when it is asked, and the question; none where it cannot be asked. */
interface Worded {
  id: number;
  tile: Partial<TileState>;
  question?: DashboardQuestion;
}

/** What is done with the answers of the charts. */
function chartActions({ urlParams, isForced }: Opening, set: Change, get: Look) {
  const answers = new ChartAnswers((id, part) => patch(set, [id, part]));
  let isClosed = false;
  /** Charts in tabs that were closed while the dashboard was asked afresh: they are, too, once they are seen. */
  const stale = new Set<number>();

  /** Words the question of a chart; one that cannot be asked says why at once. */
  async function worded(chart: DashboardChart, isFresh: boolean): Promise<Worded> {
    const { id } = chart;
    const force = isFresh || isForced;
    const form = formOf(chart, get(), urlParams);
    try {
      const type = await loadChartType(chart.form_data.viz_type);
      if (!type) {
        const unknown = new Error(`There is no chart type "${chart.form_data.viz_type}".`);
        return { id, tile: { status: 'failed', type: null, form, errors: errorsOf(unknown) } };
      }
      const ownState = get().applied[id]?.ownState;
      const question = { id, query_context: chartQuestion(type, form, { ownState, force }) };
      return { id, tile: { status: 'loading', type, form, errors: [], isForced: force }, question };
    } catch (error) {
      return { id, tile: { status: 'failed', form, errors: errorsOf(error) } };
    }
  }

  return {
    openTab: (tab: string) => {
      const { layout, activeTabs, tiles } = get();
      const strip = Object.values(layout).find((item) => item.type === 'TABS' && item.children.includes(tab));
      const next = new Set([...activeTabs].filter((id) => !strip?.children.includes(id)).concat(tab));
      set({ activeTabs: next });
      const seen = visibleCharts(layout, next);
      const unasked = seen.filter((id) => !stale.has(id) && (!tiles[id] || tiles[id].status === 'waiting'));
      if (unasked.length > 0) void get().refresh(unasked, false);
      const again = seen.filter((id) => stale.has(id));
      if (again.length > 0) void get().refresh(again, true);
    },
    refresh: async (wanted: readonly number[] | 'all', force: boolean) => {
      const { layout, activeTabs, dashboard } = get();
      const ids = wanted === 'all' ? visibleCharts(layout, activeTabs) : wanted;
      if (wanted === 'all' && force) for (const id of chartsIn(layout)) stale.add(id);
      for (const id of ids) stale.delete(id);
      const charts = ids.flatMap((id) => dashboard.charts.find((chart) => chart.id === id) ?? []);
      const askAll = async (some: readonly DashboardChart[]) => {
        const all = await Promise.all(some.map((chart) => worded(chart, force)));
        // At once: each change draws the board anew.
        patch(set, ...all.map(({ id, tile }) => [id, tile] as const));
        const questions = all.flatMap(({ question }) => question ?? []);
        if (!isClosed && questions.length > 0) await answers.ask(dashboard.info.id, questions);
      };
      // Nobody waits for the code of somebody else.
      const { foreign = [], own = [] } = Object.groupBy(charts, ({ form_data }) =>
        chartType(form_data.viz_type)?.isPlugin ? 'foreign' : 'own',
      );
      await Promise.all([askAll(own), ...foreign.map((chart) => askAll([chart]))]);
    },
    setOwnState: (chart: number, ownState: Record<string, unknown>) => {
      const empty = { id: String(chart), extraFormData: {}, filterState: {} };
      set((state) => ({
        applied: { ...state.applied, [chart]: { ...empty, ...state.applied[chart], ownState } },
      }));
      void get().refresh([chart], false);
    },
    stop: (chart: number) => {
      answers.release(chart);
      patch(set, [chart, { status: 'stopped' }]);
    },
    close: () => {
      isClosed = true;
      answers.releaseAll();
    },
  };
}

/** What is done with filters. */
function filterActions(set: Change, get: Look) {
  /** Puts filters into force and asks again what they concern: charts in view now, the others when their tab opens. */
  function putInForce(next: DataMasks): void {
    const { applied: before, scopes, layout, activeTabs, refresh } = get();
    set({ applied: next });
    const affected = affectedCharts(before, next, scopes);
    const visible = new Set(visibleCharts(layout, activeTabs));
    const later = affected.filter((id) => !visible.has(id));
    patch(set, ...later.map((id) => [id, { status: 'waiting' }] as const));
    const now = chartsIn(layout).filter((id) => affected.includes(id) && visible.has(id));
    if (now.length > 0) void refresh(now, false);
  }

  return {
    begin: () => begin(set, get),
    choose: (id: string, mask: DataMask) =>
      set((state) => ({ chosen: { ...state.chosen, [id]: { id, ...mask } } })),
    apply: () => {
      const next = { ...get().applied, ...get().chosen };
      set({ chosen: next });
      putInForce(next);
    },
    clearAll: () => {
      const { applied } = get();
      set((state) => ({ chosen: cleared(state.chosen) }));
      // Marks of charts apply at once, and so does taking them away.
      if (Object.keys(applied).some(isOfChart)) putInForce(withoutMarks(applied));
    },
    clearMarks: () => {
      set((state) => ({ chosen: withoutMarks(state.chosen) }));
      putInForce(withoutMarks(get().applied));
    },
    crossFilter: (chart: number, filter: CrossFilter | undefined) => {
      const { applied: before, dashboard } = get();
      if (dashboard.metadata.cross_filters_enabled === false) return;
      const mask = markMask(chart, filter, before[chart]);
      set(({ chosen }) => ({ chosen: { ...chosen, [chart]: mask } }));
      putInForce({ ...before, [chart]: mask });
    },
  };
}

/** Asks what is in view. Charts wait for filters that begin with the first value they offer, where these concern them. */
async function begin(set: Change, get: Look): Promise<void> {
  const { dashboard, applied: before, scopes, refresh } = get();
  const filters = dashboard.metadata.native_filter_configuration ?? [];
  const awaited = filters.filter((filter) => wantsFirst(filter, before));
  if (awaited.length === 0) return refresh('all', false);
  const held = new Set(awaited.flatMap(({ id }) => scopes.get(id) ?? []));
  const inView = () => visibleCharts(get().layout, get().activeTabs);
  const free = inView().filter((id) => !held.has(id));
  const others = refresh(free, false);
  const { masks, failed } = await firstValuesOf(filters, before, dashboard);
  const first = awaited.flatMap(({ id }) => (masks[id] ? [[id, masks[id]] as const] : []));
  set(({ applied, chosen }) => ({
    applied: { ...applied, ...Object.fromEntries(first) },
    // What was chosen meanwhile stays chosen.
    chosen: { ...chosen, ...Object.fromEntries(first.filter(([id]) => chosen[id] === before[id])) },
  }));
  if (failed.length > 0)
    toast.error(`These filters could not be loaded: ${failed.map(({ id, name }) => name ?? id).join(', ')}`);
  const seen = new Set(inView());
  const later = [...held].filter((id) => !seen.has(id));
  patch(set, ...later.map((id) => [id, { status: 'waiting' }] as const));
  const now = [...seen].filter((id) => held.has(id));
  await Promise.all([others, refresh(now, false)]);
}

/** Changes parts of what charts show, all at once. */
function patch(set: Change, ...parts: (readonly [id: number, part: Partial<TileState>])[]): void {
  set(({ tiles }) => {
    const changed = parts.map(([id, part]) => [id, changedTile(tiles[id], part)] as const);
    return { tiles: { ...tiles, ...Object.fromEntries(changed) } };
  });
}

/** Filters without their values. */
function cleared(masks: DataMasks): DataMasks {
  const empty = (id: string) => (isOfChart(id) ? unmarked(id, masks[id]) : { ...NOTHING, id });
  return Object.fromEntries(Object.keys(masks).map((id) => [id, empty(id)]));
}

const NOTHING: DataMask = { extraFormData: {}, filterState: { value: null } };

/** Whether a mask is that of a chart, which filters others by its marks. */
function isOfChart(id: string): boolean {
  return /^\d+$/.test(id);
}

function withoutMarks(masks: DataMasks): DataMasks {
  return Object.fromEntries(
    Object.entries(masks).map(([id, mask]) => [id, isOfChart(id) ? unmarked(id, mask) : mask]),
  );
}

/** A chart without a mark; what a table remembers of its pages stays. */
function unmarked(id: string, mask: DataMask | undefined): DataMask {
  return { ...mask, id, extraFormData: {}, filterState: {} };
}

/** What a mark of a chart filters the others by; the same mark again lets go. */
function markMask(chart: number, filter: CrossFilter | undefined, before: DataMask | undefined): DataMask {
  const id = String(chart);
  if (filter === undefined || before?.filterState?.key === filter.key) return unmarked(id, before);
  return {
    ...before,
    id,
    extraFormData: { filters: filter.filters },
    filterState: { value: filter.filters.map((each) => each.val), label: filter.label, key: filter.key },
  };
}

/** A chart's own form data with what the dashboard lays over it. */
function formOf(
  { id, form_data }: DashboardChart,
  { dashboard, applied, scopes }: DashboardState,
  urlParams: Opening['urlParams'],
): ChartFormData {
  return boardForm(id, form_data, {
    dashboardId: dashboard.info.id,
    metadata: dashboard.metadata,
    masks: applied,
    scopes,
    mainTime: (uid) => dashboard.datasets.find((each) => each.uid === uid)?.main_dttm_col,
    urlParams,
  });
}
