import { lazy, Suspense } from 'react';
import type { ChartPropertiesModalProps } from './chart-properties.tsx';

const Chart = lazy(async () => ({ default: (await import('./chart-properties.tsx')).ChartPropertiesModal }));
const Dashboard = lazy(async () => ({
  default: (await import('./dashboard-properties.tsx')).DashboardPropertiesModal,
}));

/** The modal of a chart's properties, which comes when it is asked for. */
export function ChartProperties(props: ChartPropertiesModalProps) {
  return (
    <Suspense fallback={null}>
      <Chart {...props} />
    </Suspense>
  );
}

/** Likewise of a dashboard's. */
export function DashboardProperties(props: { id: number; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Dashboard {...props} />
    </Suspense>
  );
}
