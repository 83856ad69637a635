import { ownMember } from '@chartroom/model';
import { DECK_LAYERS } from './deck.ts';
import type { LegacyChart } from './legacy-chart.ts';
import { partition } from './partition.ts';
import {
  bubble,
  bullet,
  calendar,
  chord,
  countryMap,
  mapbox,
  pairedTtest,
  records,
  timeTable,
} from './plain-charts.ts';
import { timePivot } from './time-pivot.ts';
import { rose, timeSeries } from './time-series.ts';
import { worldMap } from './world-map.ts';

const CHARTS: Readonly<Record<string, LegacyChart>> = {
  ...DECK_LAYERS,
  bubble,
  bullet,
  cal_heatmap: calendar,
  chord,
  compare: timeSeries,
  country_map: countryMap,
  horizon: timeSeries,
  mapbox,
  paired_ttest: pairedTtest,
  para: {
    ...records,
    // A line per member of the series.
    queries: (form, most) => records.queries({ ...form, groupby: null, columns: [form.series].flat() }, most),
  },
  partition,
  rose,
  time_pivot: timePivot,
  time_table: timeTable,
  world_map: worldMap,
};

/** How the server answers a viz type; those that draw rows get them as they are. */
export function legacyChart(vizType: string): LegacyChart {
  return ownMember(CHARTS, vizType) ?? records;
}
