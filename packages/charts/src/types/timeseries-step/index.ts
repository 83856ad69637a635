import type { ChartType } from '../../chart-type.ts';
import type { Choice } from '../../controls/control.ts';
import { defineTimeseries } from '../timeseries/define.ts';
import { facts } from './facts.ts';

const STEPS: readonly Choice[] = [
  ['start', 'Start'],
  ['middle', 'Middle'],
  ['end', 'End'],
];

export const chart: ChartType = defineTimeseries(facts, {
  stack: ['Stack', 'Stream'],
  area: 'choice',
  markerMax: 20,
  seriesType: { label: 'Step type', choices: STEPS, value: 'start' },
});
