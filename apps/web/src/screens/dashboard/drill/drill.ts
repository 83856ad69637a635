import type { ChartType, DataPoint, DrillFilter, DrillStep } from '@chartroom/charts';
import type { ChartFormData, DashboardDataset } from '@chartroom/model';
import type { PagePlace } from '../../../shared/chart/chart-picture.tsx';
import { useDashboard } from '../store/dashboard-context.ts';

/** What somebody does with the data of a chart. */
export type Drill =
  | { kind: 'menu'; point: DataPoint | undefined; at: PagePlace }
  | { kind: 'detail'; filters: readonly DrillFilter[] }
  | { kind: 'by'; step: DrillStep }
  | { kind: 'scoping' }
  | { kind: 'path' };

/** A chart as it is drawn now: its form data carry the dashboard's filters. */
export interface DrilledChart {
  id: number;
  name: string;
  type: ChartType;
  form: ChartFormData;
  dataset: DashboardDataset | undefined;
}

/** A chart of the dashboard; undefined until it was asked, and of an unknown type. */
export function useDrilledChart(id: number, name: string): DrilledChart | undefined {
  const tile = useDashboard((state) => state.tiles[id]);
  const dataset = useDashboard((state) =>
    state.dashboard.datasets.find(({ uid }) => uid === tile?.form.datasource),
  );
  return tile?.type ? { id, name, type: tile.type, form: tile.form, dataset } : undefined;
}
