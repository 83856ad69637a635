import { loadable } from '@chartroom/ui';

/** The modal of a chart's properties, which comes when it is asked for. */
export const ChartProperties = loadable(
  async () => (await import('./chart-properties.tsx')).ChartPropertiesModal,
);

/** Likewise of a dashboard's. */
export const DashboardProperties = loadable(
  async () => (await import('./dashboard-properties.tsx')).DashboardPropertiesModal,
);
