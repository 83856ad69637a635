import type { ChartType } from '../../chart-type.ts';
import { defineTimeseries } from '../timeseries/define.ts';
import { facts } from './facts.ts';

export const chart: ChartType = defineTimeseries(
  facts,
  { stack: ['Stack', 'Stream'], turns: true },
  { mark: 'bar' },
);
