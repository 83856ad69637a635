import type { ChartType } from '../../chart-type.ts';
import { defineTimeseries } from '../timeseries/define.ts';
import { facts } from './facts.ts';

export const chart: ChartType = defineTimeseries(
  facts,
  { stack: ['Stack', 'Stream'], markerMax: 100 },
  { mark: 'scatter' },
);
