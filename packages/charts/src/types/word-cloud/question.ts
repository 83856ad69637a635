export { rowsByMetric as question } from '../../question/rows-by-metric.ts';
