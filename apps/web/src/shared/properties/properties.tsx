import { loadable } from '@chartroom/ui';
import type { ChartPropertiesModalProps } from './chart-properties.tsx';

const Chart = loadable(async () => (await import('./chart-properties.tsx')).ChartPropertiesModal);
const Dashboard = loadable(async () => (await import('./dashboard-properties.tsx')).DashboardPropertiesModal);

/** The modal of a chart's properties, which comes when it is asked for. */
export function ChartProperties(props: ChartPropertiesModalProps) {
  return <Chart {...props} />;
}

/** Likewise of a dashboard's. */
export function DashboardProperties(props: { id: number; onClose: () => void }) {
  return <Dashboard {...props} />;
}
