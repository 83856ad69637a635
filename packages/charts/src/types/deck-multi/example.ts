import type { ChartExample } from '../../chart-type.ts';
import { example as arcs } from '../deck-arc/example.ts';
import { chart as arcChart } from '../deck-arc/index.ts';
import { example as circles } from '../deck-scatter/example.ts';
import { chart as circleChart } from '../deck-scatter/index.ts';

/** Airports over the flights between some of them. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'deck_multi',
    deck_slices: [1, 2],
    adhoc_filters: [],
  },
  results: [],
  parts: [
    { name: 'Flights', chart: arcChart, example: arcs },
    { name: 'Airports', chart: circleChart, example: circles },
  ],
};
