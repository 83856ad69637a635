import type { ChartType } from '../../chart-type.ts';
import type { Choice } from '../../controls/control.ts';
import { defineTimeseries } from '../timeseries/define.ts';
import { facts } from './facts.ts';

const LINES: readonly Choice[] = [
  ['line', 'Line'],
  ['smooth', 'Smooth Line'],
  ['start', 'Step - start'],
  ['middle', 'Step - middle'],
  ['end', 'Step - end'],
];

export const chart: ChartType = defineTimeseries(
  facts,
  {
    stack: ['Stack', 'Stream', 'Expand'],
    area: 'always',
    markerMax: 20,
    seriesType: { label: 'Series Style', choices: LINES, value: 'line' },
  },
  { area: true },
);
