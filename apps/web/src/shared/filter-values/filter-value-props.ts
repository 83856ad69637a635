import type { DashboardDataset, DataMask, DataMasks, NativeFilter } from '@chartroom/model';
import type { ReactNode } from 'react';

/** What filters take their values from. */
export interface FilterSource {
  dashboardId: number;
  /** Those that the dashboard asks. */
  datasets: readonly DashboardDataset[];
}

/** A filter's value, and what chooses another one. */
export interface FilterValueProps {
  filter: NativeFilter;
  source: FilterSource;
  mask: DataMask | undefined;
  /** What the filters say that this one may depend on. */
  parents: DataMasks;
  onChange: (mask: DataMask) => void;
  /** What stands above the choice of a time range. */
  timeHint?: ((choose: (range: string) => void) => ReactNode) | undefined;
}
