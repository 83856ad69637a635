import {
  chartsIn,
  type DashboardChart,
  type DashboardDataset,
  dashboardTitle,
  type Edited,
  HEADER_ID,
  initialTabs,
  type Layout,
  newComponent,
  openLayout,
  scopesOf,
  withItems,
} from '@chartroom/model';
import type { DashboardStore } from './dashboard-store.ts';
import { isHolding } from './held-properties.ts';

/** Steps that can be undone (contract/ui.md B2). */
export const UNDO_STEPS = 50;

/** Opens the dashboard for editing. Its title becomes a part of the layout, so that a change of it can be undone. */
export function beginEditing(store: DashboardStore): void {
  store.setState(({ layout, dashboard, refreshEvery, palette }) => ({
    layout: withTitle(layout, dashboardTitle(dashboard.info)),
    editing: {
      past: [],
      future: [],
      isChanged: false,
      isOverLimit: false,
      held: {},
      before: { layout, dashboard, refreshEvery, palette },
    },
  }));
}

/** Gives up what was not saved. */
export function discardEditing(store: DashboardStore): void {
  store.setState(({ editing, dashboard }) => {
    if (!editing) return {};
    const { dashboard: before, ...others } = editing.before;
    const { charts, datasets } = before;
    const { info, ...rest } = isHolding({ dashboard, editing }) ? before : dashboard;
    // That it was published meanwhile is not taken back.
    const published = { ...info, published: dashboard.info.published };
    return { ...others, dashboard: { ...rest, info: published, charts, datasets }, editing: undefined };
  });
}

/** The title that a layout holds. */
export function titleIn(layout: Layout): string {
  const header = layout[HEADER_ID];
  return header?.type === 'HEADER' ? (header.meta.text ?? '') : '';
}

/** A layout with another title of the dashboard. */
export function withTitle(layout: Layout, text: string): Layout {
  return withItems(layout, [newComponent({ type: 'HEADER', meta: { text } }, HEADER_ID)]);
}

/** Changes the layout, so that it can be undone; answers why not where it is refused. */
export function editLayout(store: DashboardStore, change: (layout: Layout) => Edited): string | undefined {
  const { layout, editing } = store.getState();
  if (!editing) return undefined;
  const { layout: changed, refused } = change(layout);
  if (changed === undefined) return refused;
  if (changed === layout) return undefined;
  const past = [...editing.past, layout];
  store.setState({
    layout: changed,
    editing: {
      ...editing,
      past: past.slice(-UNDO_STEPS),
      future: [],
      isChanged: true,
      isOverLimit: editing.isOverLimit || past.length > UNDO_STEPS,
    },
  });
  return undefined;
}

/** Goes back one step. Back at the beginning nothing is left to save. */
export function undo(store: DashboardStore): void {
  const { layout, editing, dashboard } = store.getState();
  const before = editing?.past.at(-1);
  if (!editing || !before) return;
  const past = editing.past.slice(0, -1);
  store.setState({
    layout: before,
    editing: {
      ...editing,
      past,
      future: [layout, ...editing.future],
      isChanged: past.length > 0 || editing.isOverLimit || isHolding({ dashboard, editing }),
    },
  });
}

/** Goes one undone step forward again. */
export function redo(store: DashboardStore): void {
  const { layout, editing } = store.getState();
  const [next, ...future] = editing?.future ?? [];
  if (!editing || !next) return;
  store.setState({
    layout: next,
    editing: { ...editing, past: [...editing.past, layout], future, isChanged: true },
  });
}

/** Takes over what was saved; the dashboard is looked at again. */
export function endEditing(store: DashboardStore, version: string | null): void {
  store.setState(({ layout: edited, dashboard, activeTabs }) => {
    // What moved stands in other components now.
    const layout = openLayout(edited, dashboard.charts);
    return {
      version,
      layout,
      activeTabs: initialTabs(layout, [...activeTabs]),
      editing: undefined,
      scopes: scopesOf(dashboard.metadata, layout, chartsIn(layout)),
      dashboard: { ...dashboard, info: { ...dashboard.info, dashboard_title: titleIn(layout) } },
    };
  });
}

/** Adds a chart that the dashboard did not show before, and asks it. */
export function addChart(store: DashboardStore, chart: DashboardChart, dataset: DashboardDataset): void {
  const { dashboard, refresh } = store.getState();
  const charts = dashboard.charts.filter(({ id }) => id !== chart.id);
  const datasets = dashboard.datasets.filter(({ uid }) => uid !== dataset.uid);
  store.setState({
    dashboard: { ...dashboard, charts: [...charts, chart], datasets: [...datasets, dataset] },
  });
  void refresh([chart.id], false);
}
