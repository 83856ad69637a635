import { chartQuestion, loadChartType } from '@chartroom/charts';
import { chartsIn, type DashboardChart, type DataMasks } from '@chartroom/model';
import { errorText } from '../../../api/client.ts';
import { dashboardLink } from '../../../api/dashboards.ts';
import { useFormats } from '../../../base/formats.ts';
import { GIVEN_MODES, givenTheme, memberOf } from '../../../base/given-theme.ts';
import { useThemeMode } from '../../../base/theme-mode.ts';
import type { DashboardState, DashboardStore } from '../store/dashboard-store.ts';
import type { FramedBoard } from './framed-board.ts';
import { givenMasks, masksOfValues } from './given-filters.ts';
import { pageSize } from './page-size.ts';

/** What the page around a framed dashboard may ask and want. What sets something waits until the dashboard is open. */
export const frameCalls = (board: FramedBoard) => ({
  getScrollSize: pageSize,
  getActiveTabs: () => [...(board.now()?.getState().activeTabs ?? [])],
  getDataMask: () => board.now()?.getState().applied ?? {},
  getChartStates: () => chartStates(board.now()?.getState().applied ?? {}),
  getChartDataPayloads: async (args: unknown) =>
    chartPayloads((await board.opened()).getState(), memberOf(args, 'chartId')),
  getDashboardPermalink: (args: unknown) => {
    const state = board.now()?.getState();
    if (!state) throw new Error('the dashboard is not open yet');
    const { dashboard, applied, activeTabs } = state;
    const anchor = memberOf(args, 'anchor');
    const link = {
      dataMask: applied,
      activeTabs: [...activeTabs],
      ...(typeof anchor === 'string' && anchor !== '' && { anchor }),
    };
    return dashboardLink(dashboard.info.id, link);
  },
  setDataMask: async (args: unknown) => {
    const store = await board.opened();
    const { dashboard, applied } = store.getState();
    const filters = dashboard.metadata.native_filter_configuration ?? [];
    const given = givenMasks(memberOf(args, 'dataMask'), { filters, charts: dashboard.charts });
    const merged = Object.entries(given).map(([id, mask]) => [id, { ...applied[id], ...mask }]);
    putInForce(store, Object.fromEntries(merged));
  },
  setFilters: async (args: unknown) => {
    const store = await board.opened();
    const filters = store.getState().dashboard.metadata.native_filter_configuration ?? [];
    putInForce(store, masksOfValues(memberOf(args, 'filters'), filters));
  },
  setActiveTabs: async (args: unknown) => openTabs(await board.opened(), memberOf(args, 'activeTabs')),
  setThemeConfig: (args: unknown) => {
    const given = givenTheme(memberOf(args, 'themeConfig'));
    if (!given)
      throw new Error('themeConfig has to be a theme, or an object with theme_default and theme_dark');
    useThemeMode.getState().wear({ given });
  },
  setThemeMode: (args: unknown) => {
    const mode = GIVEN_MODES[String(memberOf(args, 'mode'))];
    if (!mode) throw new Error(`mode has to be one of ${Object.keys(GIVEN_MODES).join(', ')}`);
    useThemeMode.getState().wear({ mode });
  },
  setLanguage: (args: unknown) => {
    const language = String(memberOf(args, 'language'));
    if (!useFormats.getState().wear(language))
      throw new Error(`there are no formats of the language "${language}"`);
  },
});

/** What charts remember of how they are looked at, such as the page and the order of a table. */
function chartStates(applied: DataMasks): Record<string, { chartId: number; state: object }> {
  const kept = Object.entries(applied).flatMap(([id, { ownState }]) =>
    /^\d+$/.test(id) && ownState && Object.keys(ownState).length > 0
      ? [[id, { chartId: Number(id), state: ownState }] as const]
      : [],
  );
  return Object.fromEntries(kept);
}

/** What charts ask `/api/v1/chart/data` for as they are filtered now; one that cannot be asked says why instead. */
async function chartPayloads(state: DashboardState, only: unknown): Promise<Record<string, unknown>> {
  const charts = state.dashboard.charts.filter(({ id }) => only === undefined || id === only);
  if (charts.length === 0 && only !== undefined)
    throw new Error(`there is no chart ${String(only)} on this dashboard`);
  const shown = new Set(chartsIn(state.layout));
  const asked = charts.filter(({ id }) => shown.has(id));
  const payloads = await Promise.all(
    asked.map(async (chart) => [String(chart.id), await payloadOf(chart, state)] as const),
  );
  return Object.fromEntries(payloads);
}

async function payloadOf(chart: DashboardChart, state: DashboardState): Promise<unknown> {
  const { viz_type } = chart.form_data;
  try {
    const type = await loadChartType(viz_type);
    if (!type) throw new Error(`There is no chart type "${viz_type}".`);
    return chartQuestion(type, state.formOf(chart), { ownState: state.applied[chart.id]?.ownState });
  } catch (error) {
    return { error: true, message: errorText(error) };
  }
}

/** Puts masks into force at once; what somebody has chosen and not applied yet goes on waiting. */
function putInForce(store: DashboardStore, masks: DataMasks): void {
  const { chosen, applied, apply } = store.getState();
  store.setState({ chosen: { ...applied, ...masks } });
  apply();
  store.setState({ chosen: { ...chosen, ...masks } });
}

function openTabs(store: DashboardStore, tabs: unknown): void {
  if (!Array.isArray(tabs)) throw new Error('activeTabs has to be a list of the ids of tabs');
  const { layout, openTab } = store.getState();
  const wanted = tabs.map((id: unknown) => {
    const tab = layout[String(id)];
    if (tab?.type !== 'TAB') throw new Error(`there is no tab "${String(id)}" on this dashboard`);
    return tab;
  });
  for (const { id, parents = [] } of wanted)
    for (const each of [...parents, id])
      if (layout[each]?.type === 'TAB' && !store.getState().activeTabs.has(each)) openTab(each);
}
