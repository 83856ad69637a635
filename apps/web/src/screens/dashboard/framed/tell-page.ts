import { chartIdOf, type DataMasks, dashboardTitle } from '@chartroom/model';
import { ApiError, errorText } from '../../../api/client.ts';
import type { FrameLine } from '../../../base/frame-line.ts';
import type { DashboardState, DashboardStore } from '../store/dashboard-store.ts';
import { chartAlone, hasUiBit } from '../ui-config.ts';
import { observeSize } from './page-size.ts';

/** Tells the page around that the dashboard is open, and from then on what becomes of it. Answers what ends that. */
export function tellPage(line: FrameLine, store: DashboardStore): () => void {
  line.tell('observeReady', contentsOf(store.getState()));
  tellAbsent(line, store.getState());
  tellFailures(line, store.getState(), {});
  const endFollowing = store.subscribe((state, before) => {
    if (state.applied !== before.applied && hasUiBit('emitDataMasks'))
      tellFilters(line, state.applied, before.applied);
    if (state.activeTabs !== before.activeTabs)
      line.tell('observeActiveTabs', { activeTabs: [...state.activeTabs] });
    if (state.tiles !== before.tiles) tellFailures(line, state, before.tiles);
  });
  const endMeasuring = observeSize((size) => line.tell('observeSize', size));
  return () => {
    endFollowing();
    endMeasuring();
  };
}

/** Tells the page around that the dashboard does not open, with the status of the answer where there was one. */
export function tellRefusal(line: FrameLine, error: unknown): void {
  const status = error instanceof ApiError && error.status > 0 ? { status: error.status } : {};
  line.tell('observeError', { message: errorText(error), ...status });
}

/** What pages around name when they filter or open tabs. */
function contentsOf({ dashboard, layout, activeTabs }: DashboardState) {
  const filters = dashboard.metadata.native_filter_configuration ?? [];
  return {
    title: dashboardTitle(dashboard.info),
    filters: filters
      .filter(({ type }) => type === 'NATIVE_FILTER')
      .map(({ id, name, filterType }) => ({ id, name: name ?? id, type: filterType ?? 'filter_select' })),
    charts: dashboard.charts.map(({ id, slice_name: name }) => ({ id, name })),
    tabs: Object.values(layout).flatMap((item) =>
      item.type === 'TAB' ? [{ id: item.id, name: item.meta.text || item.meta.defaultText || '' }] : [],
    ),
    activeTabs: [...activeTabs],
  };
}

/** Tells of a chart that is wanted alone and stands nowhere on the dashboard. */
function tellAbsent(line: FrameLine, { layout }: DashboardState): void {
  const alone = chartAlone();
  if (alone === undefined || Object.values(layout).some((item) => chartIdOf(item) === alone)) return;
  line.tell('observeError', { message: `This dashboard has no chart ${alone}.`, status: 404 });
}

function tellFailures(line: FrameLine, { tiles }: DashboardState, before: DashboardState['tiles']): void {
  for (const [id, { status, errors }] of Object.entries(tiles)) {
    if (status !== 'failed' || before[Number(id)]?.status === 'failed') continue;
    line.tell('observeError', {
      message: errors.map(({ message }) => message).join('; '),
      chartId: Number(id),
    });
  }
}

function tellFilters(line: FrameLine, applied: DataMasks, before: DataMasks): void {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(applied)])].filter(
    (key) => before[key] !== applied[key],
  );
  line.tell('observeDataMask', {
    ...applied,
    crossFiltersChanged: changed.some((key) => /^\d+$/.test(key)),
    nativeFiltersChanged: changed.some((key) => !/^\d+$/.test(key)),
  });
}
