import { type ChartType, defineChartType } from '../../chart-type.ts';
import { seriesOverTime } from '../../question/series-over-time.ts';
import { controls } from './controls.ts';
import { draw } from './draw.ts';
import { facts } from './facts.ts';

export const chart: ChartType = defineChartType(facts, { controls, question: seriesOverTime, draw });
