import { pricesExample } from '../timeseries/example-prices.ts';

export const example = pricesExample('echarts_timeseries_scatter', { markerEnabled: true, markerSize: 9 });
