import type { DashboardChart, Layout, LayoutItem } from '../../api/dashboards.ts';

export const ROOT_ID = 'ROOT_ID';
export const GRID_ID = 'GRID_ID';
const COLUMNS = 12;
const DEFAULT_WIDTH = 4;
const DEFAULT_HEIGHT = 50;

/**
 * The layout as it is shown: an empty one gets its root and grid, broken references go, charts that belong
 * to the dashboard but stand nowhere are appended, parents are rebuilt (contract/ui.md B1).
 */
export function openLayout(stored: Layout, charts: readonly DashboardChart[]): Layout {
  const layout: Layout = {};
  for (const [id, item] of Object.entries(stored)) {
    if (typeof item !== 'object' || item === null || typeof item.type !== 'string') continue;
    layout[id] = { ...item, id, children: [...(item.children ?? [])], meta: { ...(item.meta ?? {}) } };
  }
  layout[ROOT_ID] ??= item(ROOT_ID, 'ROOT', [GRID_ID]);
  layout[GRID_ID] ??= item(GRID_ID, 'GRID', []);
  for (const each of Object.values(layout))
    each.children = each.children.filter((child) => layout[child] !== undefined);
  if (layout[ROOT_ID].children.length === 0) layout[ROOT_ID].children = [GRID_ID];
  appendMissing(layout, charts);
  nameCharts(layout, charts);
  rebuildParents(layout);
  return layout;
}

/** Ids of the charts in a layout, in reading order. */
export function chartsIn(layout: Layout, from: string = ROOT_ID): number[] {
  const found: number[] = [];
  const visit = (id: string) => {
    const each = layout[id];
    if (!each) return;
    if (each.type === 'CHART') found.push(chartIdOf(each));
    for (const child of each.children) visit(child);
  };
  visit(from);
  return found;
}

/** The chart of a CHART item; 0 when it names none. */
export function chartIdOf(item: LayoutItem): number {
  return Number(item.meta.chartId) || 0;
}

/** For every chart: the ids from the root down to it, the item itself included. */
export function chartPaths(layout: Layout): Map<number, string[]> {
  const paths = new Map<number, string[]>();
  for (const each of Object.values(layout))
    if (each.type === 'CHART') paths.set(chartIdOf(each), [...(each.parents ?? []), each.id]);
  return paths;
}

/** Charts that can be seen with these tabs open: every TAB above them is active. */
export function visibleCharts(layout: Layout, activeTabs: ReadonlySet<string>): number[] {
  const paths = chartPaths(layout);
  return chartsIn(layout).filter((id) =>
    (paths.get(id) ?? []).every((part) => layout[part]?.type !== 'TAB' || activeTabs.has(part)),
  );
}

/** The tabs that are open at first: the wanted ones, else the first of each strip. */
export function initialTabs(layout: Layout, wanted: readonly string[] = []): Set<string> {
  const active = new Set<string>();
  for (const each of Object.values(layout)) {
    if (each.type !== 'TABS') continue;
    const chosen = each.children.find((child) => wanted.includes(child)) ?? each.children[0];
    if (chosen) active.add(chosen);
  }
  return active;
}

/** Columns that an item takes, within its parent's. */
export function widthOf(item: LayoutItem): number {
  const width = Number(item.meta.width);
  return Number.isFinite(width) && width >= 1 ? Math.min(COLUMNS, Math.round(width)) : DEFAULT_WIDTH;
}

/** Height in pixels: units of 8. */
export function heightOf(item: LayoutItem): number {
  const height = Number(item.meta.height);
  return (Number.isFinite(height) && height >= 5 ? Math.min(100, height) : DEFAULT_HEIGHT) * 8;
}

function appendMissing(layout: Layout, charts: readonly DashboardChart[]): void {
  const placed = new Set(
    Object.values(layout)
      .filter((each) => each.type === 'CHART')
      .map(chartIdOf),
  );
  const missing = charts.filter((chart) => !placed.has(chart.id));
  const container = firstContainer(layout);
  let row: LayoutItem | undefined;
  missing.forEach((chart, index) => {
    if (!row || (row.children.length + 1) * DEFAULT_WIDTH > COLUMNS) {
      row = item(`ROW-appended-${index}`, 'ROW', []);
      row.meta = { background: 'BACKGROUND_TRANSPARENT' };
      layout[row.id] = row;
      container.children.push(row.id);
    }
    const tile = item(`CHART-appended-${chart.id}`, 'CHART', []);
    tile.meta = {
      chartId: chart.id,
      width: DEFAULT_WIDTH,
      height: DEFAULT_HEIGHT,
      sliceName: chart.slice_name,
    };
    layout[tile.id] = tile;
    row.children.push(tile.id);
  });
}

function firstContainer(layout: Layout): LayoutItem {
  const top = layout[layout[ROOT_ID]?.children[0] ?? ''];
  const tab = top?.type === 'TABS' ? layout[top.children[0] ?? ''] : undefined;
  const grid = layout[GRID_ID] ?? item(GRID_ID, 'GRID', []);
  return tab ?? (top?.type === 'GRID' ? top : grid);
}

function nameCharts(layout: Layout, charts: readonly DashboardChart[]): void {
  const names = new Map(charts.map((chart) => [chart.id, chart.slice_name]));
  for (const each of Object.values(layout)) {
    const name = each.type === 'CHART' ? names.get(chartIdOf(each)) : undefined;
    if (name !== undefined) each.meta.sliceName = name;
  }
}

function rebuildParents(layout: Layout): void {
  const visit = (id: string, parents: string[], seen: ReadonlySet<string>) => {
    const each = layout[id];
    if (!each || seen.has(id)) return;
    each.parents = parents;
    for (const child of each.children) visit(child, [...parents, id], new Set([...seen, id]));
  };
  visit(ROOT_ID, [], new Set());
}

function item(id: string, type: string, children: string[]): LayoutItem {
  return { id, type, children, meta: {} };
}
