import { freeColumns, insertComponent, type NextId, newComponent } from './edit-layout.ts';
import { chartsIn, firstContainer, type Layout, type LayoutItem, widthOf } from './layout.ts';

/**
 * Puts a chart that comes from elsewhere where there is room: at the end of the last row of the grid, or of the first tab,
 * that is wide enough for it, and as high as what stands there; else into a row of its own. One that stands somewhere
 * already stays there.
 */
export function placeChart(
  layout: Layout,
  chart: { id: number; slice_name: string },
  nextId: NextId,
): Layout {
  if (chartsIn(layout).includes(chart.id)) return layout;
  const holder = firstContainer(layout);
  const fresh = newComponent({ type: 'CHART' }, '');
  const row = holder.children.findLast((child) => hasRoom(layout, layout[child], widthOf(fresh)));
  const heights = (row === undefined ? [] : (layout[row]?.children ?? [])).map((child) =>
    Number(layout[child]?.meta.height ?? 0),
  );
  const height = Math.max(0, ...heights) || fresh.meta.height;
  const added = { type: 'CHART' as const, meta: { chartId: chart.id, sliceName: chart.slice_name, height } };
  const parent = row ?? holder.id;
  const index = layout[parent]?.children.length ?? 0;
  return insertComponent(layout, added, { parent, index }, nextId).layout ?? layout;
}

function hasRoom(layout: Layout, item: LayoutItem | undefined, columns: number): boolean {
  return item?.type === 'ROW' && item.children.length > 0 && (freeColumns(layout, item.id) ?? 0) >= columns;
}
