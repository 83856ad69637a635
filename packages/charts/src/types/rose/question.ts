export { seriesOverTime as question } from '../../question/series-over-time.ts';
