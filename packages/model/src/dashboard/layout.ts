import { z } from 'zod';
import { isJsonObject } from '../json.ts';
import { member, readableItems, type StoredDocument, storedNumber } from '../stored.ts';

/** The layout of a dashboard: what `position_json` holds, and what is asked of it (contract/ui.md B1). */

export const ROOT_ID = 'ROOT_ID';
export const GRID_ID = 'GRID_ID';
/** Holds the title of the dashboard, and stands in nothing. */
export const HEADER_ID = 'HEADER_ID';
/** Columns of a row, and of a chart that says nothing of its width. */
export const GRID_COLUMNS = 12;
const DEFAULT_COLUMNS = 4;
/** Heights in units of 8 pixels. */
const DEFAULT_HEIGHT = 50;
export const LEAST_HEIGHT = 5;
export const MOST_HEIGHT = 100;
export const GRID_UNIT = 8;

const number = member(storedNumber);
const text = member(z.string());
const texts = readableItems(z.string()).catch([]);

function component<Type extends string, Meta extends z.ZodRawShape>(type: Type, shape: Meta) {
  const meta = z.looseObject(shape);
  return z.looseObject({
    type: z.literal(type),
    id: z.string(),
    children: texts.default([]),
    /** From the root down to the direct parent. */
    parents: texts.optional(),
    // What is no mapping counts as an empty one.
    meta: z.preprocess((value) => (isJsonObject(value) ? value : {}), meta),
  });
}

/** One component of a layout. What it holds beyond what is known stays as it is. */
const componentSchema = z.discriminatedUnion('type', [
  component('ROOT', {}),
  component('GRID', {}),
  component('TABS', {}),
  component('TAB', { text, defaultText: text, placeholder: text }),
  component('ROW', { background: text }),
  component('COLUMN', { width: number, background: text }),
  component('CHART', {
    chartId: number,
    sliceName: text,
    sliceNameOverride: text,
    uuid: text,
    width: number,
    height: number,
  }),
  component('MARKDOWN', { code: text, width: number, height: number }),
  component('HEADER', { text, headerSize: text, background: text }),
  component('DIVIDER', {}),
  component('DYNAMIC', { width: number, background: text, componentKey: text }),
]);
export type LayoutItem = z.output<typeof componentSchema>;
/** Components by their ids. */
export type Layout = Record<string, LayoutItem>;

/** What is known of a chart that a layout is to show. */
interface NamedChart {
  id: number;
  slice_name: string;
}

/** The components of a stored document; what is none, such as its version, is left out. */
export function readLayout(document: unknown): Layout {
  const layout: Layout = {};
  if (!isJsonObject(document)) return layout;
  for (const [id, value] of Object.entries(document)) {
    const read = isJsonObject(value) ? componentSchema.safeParse({ ...value, id }) : undefined;
    if (read?.success) layout[id] = read.data;
  }
  return layout;
}

/**
 * The layout as it is shown: an empty one gets its root and grid, broken references and second places of a component go,
 * charts that belong to the dashboard but stand nowhere are appended, parents are rebuilt.
 */
export function openLayout(stored: Layout, charts: readonly NamedChart[]): Layout {
  const layout: Layout = structuredClone(stored);
  layout[ROOT_ID] ??= madeComponent('ROOT', ROOT_ID, [GRID_ID]);
  layout[GRID_ID] ??= madeComponent('GRID', GRID_ID);
  for (const each of Object.values(layout))
    each.children = each.children.filter((child) => layout[child] !== undefined && child !== ROOT_ID);
  cutRepeats(layout);
  if (layout[ROOT_ID].children.length === 0) layout[ROOT_ID].children = [GRID_ID];
  appendMissing(layout, charts);
  nameCharts(layout, charts);
  rebuildParents(layout);
  return layout;
}

/**
 * Ids of the charts below a component in reading order, each once; without one those of the whole layout, after which come
 * those that stand nowhere in it.
 */
export function chartsIn(layout: Layout, from?: string): number[] {
  const found = new Set<number>();
  const seen = new Set<string>();
  const visit = (id: string) => {
    const each = layout[id];
    if (!each || seen.has(id)) return;
    seen.add(id);
    const chart = chartIdOf(each);
    if (chart !== undefined) found.add(chart);
    for (const child of each.children) visit(child);
  };
  visit(from ?? ROOT_ID);
  if (from === undefined) for (const id of Object.keys(layout)) visit(id);
  return [...found];
}

/** The chart that a component shows; undefined when it shows none. */
export function chartIdOf(item: LayoutItem): number | undefined {
  return item.type === 'CHART' && Number.isInteger(item.meta.chartId) ? item.meta.chartId : undefined;
}

/** For every chart: the ids from the root down to its first place, its component included. */
export function chartPaths(layout: Layout): Map<number, string[]> {
  return new Map([...chartPlaces(layout)].map(([chart, [first = []]]) => [chart, first]));
}

/** For every chart and each place that it stands in: the ids from the root down to it, its component included. */
export function chartPlaces(layout: Layout): Map<number, string[][]> {
  const paths = new Map<number, string[][]>();
  for (const each of Object.values(layout)) {
    const chart = chartIdOf(each);
    if (chart === undefined) continue;
    paths.set(chart, [...(paths.get(chart) ?? []), [...(each.parents ?? []), each.id]]);
  }
  return paths;
}

/** Charts that can be seen with these tabs open: every TAB above one of their places is active. */
export function visibleCharts(layout: Layout, activeTabs: ReadonlySet<string>): number[] {
  const places = chartPlaces(layout);
  return chartsIn(layout, ROOT_ID).filter((id) =>
    (places.get(id) ?? []).some((path) =>
      path.every((part) => layout[part]?.type !== 'TAB' || activeTabs.has(part)),
    ),
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

/** Columns that a component takes, within its parent's. */
export function widthOf({ meta: { width } }: LayoutItem): number {
  return typeof width === 'number' && width >= 1
    ? Math.min(GRID_COLUMNS, Math.round(width))
    : DEFAULT_COLUMNS;
}

/** Height in pixels. */
export function heightOf({ meta: { height } }: LayoutItem): number {
  const units =
    typeof height === 'number' && height >= LEAST_HEIGHT ? Math.min(MOST_HEIGHT, height) : DEFAULT_HEIGHT;
  return units * GRID_UNIT;
}

/** A tab of a layout, and those inside it. */
export const tabSchema: z.ZodType<Tab> = z.strictObject({
  value: z.string(),
  title: z.string(),
  parents: z.array(z.string()),
  get children() {
    return z.array(tabSchema);
  },
});
export interface Tab {
  value: string;
  title: string;
  parents: string[];
  children: Tab[];
}

/** Uuids of the charts that a layout shows, each once. */
export function chartUuidsIn(layout: Layout): string[] {
  const uuids = Object.values(layout).flatMap((each) =>
    each.type === 'CHART' && each.meta.uuid !== undefined ? [each.meta.uuid] : [],
  );
  return [...new Set(uuids)];
}

/** Components of a layout inside one another. */
const DEEPEST = 500;

/** Tabs of a layout: the titles of all by id, and the tree that they form. */
export function tabsOf(layout: Layout): { all_tabs: Record<string, string>; tab_tree: Tab[] } {
  const all = new Map<string, string>();
  const seen = new Set<string>();
  const below = (id: string, depth: number): Tab[] => {
    const each = layout[id];
    if (!each || seen.has(id) || depth > DEEPEST) return [];
    seen.add(id);
    const children = each.children.flatMap((child) => below(child, depth + 1));
    if (each.type !== 'TAB') return children;
    const title = each.meta.text ?? each.meta.defaultText ?? each.meta.placeholder ?? '';
    all.set(id, title);
    return [{ value: id, title, parents: each.parents ?? [], children }];
  };
  const tab_tree = below(ROOT_ID, 0);
  return { all_tabs: Object.fromEntries(all), tab_tree };
}

/**
 * A stored document with its charts changed: `change` gets the `meta` of each and gives the one to be stored, or undefined
 * for a chart that goes, of which nothing is left in the document. All else stays as it is.
 */
export function withChartMetas(
  document: StoredDocument,
  change: (meta: StoredDocument, id: string) => StoredDocument | undefined,
): Record<string, unknown> {
  const gone = new Set<unknown>();
  const kept: [string, unknown][] = [];
  for (const [id, value] of Object.entries(document)) {
    if (!isJsonObject(value) || value.type !== 'CHART') {
      kept.push([id, value]);
      continue;
    }
    const meta = change(isJsonObject(value.meta) ? value.meta : {}, id);
    if (meta === undefined) gone.add(id);
    else kept.push([id, { ...value, meta }]);
  }
  const without = (value: unknown) =>
    gone.size > 0 && isJsonObject(value) && Array.isArray(value.children)
      ? { ...value, children: value.children.filter((child) => !gone.has(child)) }
      : value;
  return Object.fromEntries(kept.map(([id, value]) => [id, without(value)]));
}

function appendMissing(layout: Layout, charts: readonly NamedChart[]): void {
  const placed = new Set(chartsIn(layout));
  const container = firstContainer(layout);
  let row: LayoutItem | undefined;
  for (const [index, chart] of charts.filter(({ id }) => !placed.has(id)).entries()) {
    if (!row || (row.children.length + 1) * DEFAULT_COLUMNS > GRID_COLUMNS) {
      row = madeComponent('ROW', `ROW-appended-${index}`, [], { background: 'BACKGROUND_TRANSPARENT' });
      layout[row.id] = row;
      container.children.push(row.id);
    }
    const id = `CHART-appended-${chart.id}`;
    layout[id] = madeComponent('CHART', id, [], {
      chartId: chart.id,
      width: DEFAULT_COLUMNS,
      height: DEFAULT_HEIGHT,
      sliceName: chart.slice_name,
    });
    row.children.push(id);
  }
}

/** Leaves every component its first place, below the root if it has one there: met again, as in a circle, it does not stand there. */
function cutRepeats(layout: Layout): void {
  const seen = new Set<string>();
  const visit = (item: LayoutItem) => {
    seen.add(item.id);
    item.children = item.children.filter((child) => {
      const below = layout[child];
      if (!below || seen.has(child)) return false;
      visit(below);
      return true;
    });
  };
  if (layout[ROOT_ID]) visit(layout[ROOT_ID]);
  const lost = Object.values(layout).filter(({ id }) => !seen.has(id));
  const inside = new Set(lost.flatMap(({ children }) => children));
  for (const item of [...lost.filter(({ id }) => !inside.has(id)), ...lost])
    if (!seen.has(item.id)) visit(item);
}

/** Where charts go that come from elsewhere: the grid, or the first tab of the whole board. */
export function firstContainer(layout: Layout): LayoutItem {
  const top = layout[layout[ROOT_ID]?.children[0] ?? ''];
  const tab = top?.type === 'TABS' ? layout[top.children[0] ?? ''] : undefined;
  const grid = layout[GRID_ID] ?? madeComponent('GRID', GRID_ID);
  return tab ?? (top?.type === 'GRID' ? top : grid);
}

function nameCharts(layout: Layout, charts: readonly NamedChart[]): void {
  const names = new Map(charts.map((chart) => [chart.id, chart.slice_name]));
  for (const each of Object.values(layout)) {
    if (each.type !== 'CHART') continue;
    const name = names.get(chartIdOf(each) ?? -1);
    if (name !== undefined) each.meta.sliceName = name;
  }
}

/** Writes into every component that can be reached which ones it stands in. */
export function rebuildParents(layout: Layout): void {
  const visit = (id: string, parents: string[], seen: ReadonlySet<string>) => {
    const each = layout[id];
    if (!each || seen.has(id)) return;
    each.parents = parents;
    for (const child of each.children) visit(child, [...parents, id], new Set([...seen, id]));
  };
  visit(ROOT_ID, [], new Set());
}

/** A component of its parts; what `meta` says that its type does not know stays. */
export function madeComponent(
  type: LayoutItem['type'],
  id: string,
  children: string[] = [],
  meta: Record<string, unknown> = {},
): LayoutItem {
  return componentSchema.parse({ type, id, children, meta });
}
