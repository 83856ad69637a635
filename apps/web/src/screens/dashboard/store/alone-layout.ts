import { chartIdOf, GRID_ID, type Layout, madeComponent, openLayout } from '@chartroom/model';

/** A layout with one chart of another in it, and nothing else; empty where the chart stands nowhere. */
export function aloneLayout(layout: Layout, chart: number): Layout {
  const place = Object.values(layout).find((item) => chartIdOf(item) === chart);
  if (!place) return openLayout({}, []);
  const { parents: _, ...alone } = place;
  return openLayout({ [GRID_ID]: madeComponent('GRID', GRID_ID, [place.id]), [place.id]: alone }, []);
}
