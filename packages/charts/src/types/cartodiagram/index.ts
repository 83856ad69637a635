import { type ChartType, defineChartType } from '../../chart-type.ts';
import { controls } from './controls.ts';
import { draw } from './draw.ts';
import { facts } from './facts.ts';
import { question } from './question.ts';

export const chart: ChartType = defineChartType(facts, { controls, question, draw });
