import { pricesExample } from '../timeseries/example-prices.ts';

export const example = pricesExample('echarts_area', { stack: 'Stack' });
