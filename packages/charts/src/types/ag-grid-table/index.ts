import { type ChartType, defineChartType } from '../../chart-type.ts';
import { draw } from '../table/draw.ts';
import { controls } from './controls.ts';
import { facts } from './facts.ts';
import { question } from './question.ts';

export const chart: ChartType = defineChartType(facts, {
  controls,
  question,
  draw,
  view: async () => ({ default: (await import('./view.tsx')).AgGridView }),
});
