import { parentOf } from './edit-layout.ts';
import { chartIdOf, type Layout } from './layout.ts';

/** The component that shows a chart; the first where several do. */
export function componentOfChart(layout: Layout, chart: number): string | undefined {
  return Object.values(layout).find((item) => chartIdOf(item) === chart)?.id;
}

/** The tabs that have to be open for a component to be seen, from the outermost on. */
export function tabsAround(layout: Layout, id: string): string[] {
  const tabs: string[] = [];
  const seen = new Set<string>();
  for (let item = layout[id]; item && !seen.has(item.id); item = parentOf(layout, item.id)) {
    seen.add(item.id);
    if (item.type === 'TAB') tabs.unshift(item.id);
  }
  return tabs;
}
