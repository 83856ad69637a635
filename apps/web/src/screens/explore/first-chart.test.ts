import {
  type ChartFormData,
  type DatasetColumn,
  type DatasourceData,
  type ExploreAnswer,
  GenericType,
} from '@chartroom/model';
import { expect, test } from 'vitest';
import { firstCharts, isAmount, withoutNoFilters } from './first-chart.ts';

const OFFERED = [
  'echarts_timeseries_line',
  'echarts_timeseries_bar',
  'deck_scatter',
  'big_number_total',
  'table',
];

/** A column of numbers. */
const number = (column_name: string): DatasetColumn =>
  JSON.parse(JSON.stringify({ column_name, type_generic: GenericType.NUMERIC }));

const SAID = { adhoc_filters: [], applied_time_extras: {}, datasource: '1__table', url_params: {} };

/** What is kept of the filters of a chart as the server tells it. */
function filtersOf(form: Partial<ChartFormData>, slice: unknown = null): unknown {
  const answer: ExploreAnswer = JSON.parse(
    JSON.stringify({ form_data: { ...SAID, ...form }, slice, dataset: {}, message: null, metadata: null }),
  );
  return withoutNoFilters(answer).form_data.adhoc_filters;
}

test('a chart that nobody has begun begins with the filters of its panel', () => {
  expect(filtersOf({})).toBeUndefined();
  expect(filtersOf({ viz_type: 'pie' })).toBeUndefined();
});

test('whoever has taken the filters away finds none', () => {
  expect(filtersOf({ viz_type: 'pie', row_limit: 10 })).toEqual([]);
  expect(filtersOf({ viz_type: 'pie' }, { slice_id: 1 })).toEqual([]);
  const own = { expressionType: 'SQL' as const, sqlExpression: 'a > 1' };
  expect(filtersOf({ adhoc_filters: [own] })).toEqual([own]);
});

test('suggestions follow the columns, the best first', () => {
  const kinds = { time: GenericType.TEMPORAL, word: GenericType.STRING, number: GenericType.NUMERIC };
  const suggested = (columns: Record<string, keyof typeof kinds>, offered = OFFERED) => {
    const datasource: DatasourceData = JSON.parse(
      JSON.stringify({
        main_dttm_col: null,
        metrics: [{ metric_name: 'count' }],
        columns: Object.entries(columns).map(([column_name, kind]) => ({
          ...{ column_name, verbose_name: null, groupby: true },
          ...{ type_generic: kinds[kind], is_dttm: kind === 'time' },
        })),
      }),
    );
    return firstCharts(datasource, offered).map(({ words }) => words);
  };
  expect(suggested({ day: 'time', town: 'word', fee: 'number' })).toEqual([
    ...['fee over day', 'fee by town', 'its rows', 'fee in one number'],
  ]);
  expect(suggested({ name: 'word', town: 'word', lat: 'number', lng: 'number' })).toEqual([
    ...['places on a map', 'rows by town', 'rows by name', 'its rows'],
  ]);
  expect(suggested({ fee: 'number' })).toEqual(['fee in one number', 'its rows']);
  expect(suggested({ x: 'number', y: 'number' })).toEqual(['its rows', 'x in one number']);
  expect(suggested({ day: 'time', fee: 'number' }, ['table'])).toEqual(['its rows']);
});

test.each([
  ...['id', 'order_id', 'customerId', 'Kundennummer', 'invoice number', 'PLZ', 'year', 'Jahr', 'Lfd Nr'],
  ...['created_at', 'epoch', 'event_timestamp', 'timestamp_ms', 'unixtime'],
])('nobody adds up %s', (column_name) => expect(isAmount(number(column_name))).toBe(false));

test.each(['fee', 'paid', 'Umsatz', 'number_of_rooms', 'data', 'heat', 'Anteil', 'piano', 'points'])(
  '%s is an amount',
  (column_name) => expect(isAmount(number(column_name))).toBe(true),
);

test('a length of time is no time', () => {
  const columns = [
    { column_name: 'took', type: 'INTERVAL', is_dttm: true, type_generic: GenericType.TEMPORAL },
  ];
  const datasource: DatasourceData = JSON.parse(
    JSON.stringify({ main_dttm_col: null, metrics: [{ metric_name: 'count' }], columns }),
  );
  expect(firstCharts(datasource, OFFERED).map(({ words }) => words)).toEqual(['its rows']);
});
