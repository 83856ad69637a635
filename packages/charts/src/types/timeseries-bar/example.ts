import { pricesExample } from '../timeseries/example-prices.ts';

export const example = pricesExample('echarts_timeseries_bar', { stack: 'Stack', show_value: true });
