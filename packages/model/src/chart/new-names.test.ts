import { describe, expect, test } from 'vitest';
import type { NewName } from './dataset-names.ts';
import { withNewLayerNames, withNewNames } from './new-names.ts';

const COLUMN: NewName = { kind: 'column', from: 'delay', to: 'late by' };
const METRIC: NewName = { kind: 'metric', from: 'count', to: 'flights' };
const renamed = (document: unknown, names = [COLUMN, METRIC], shared: string[] = []) =>
  withNewNames(document, { names, shared: new Set(shared) });

const average = {
  expressionType: 'SIMPLE',
  aggregate: 'AVG',
  column: { column_name: 'delay', id: 7, type: 'BIGINT', expression: null },
  label: 'AVG(delay)',
  hasCustomLabel: false,
  sqlExpression: null,
  optionName: 'metric_1',
};

describe('new names in form data', () => {
  test('reach every place, and nothing else changes', () => {
    const form = {
      viz_type: 'table',
      datasource: '1__table',
      metrics: ['count', average],
      groupby: ['delay', 'origin'],
      x_axis: 'delay',
      granularity_sqla: 'delay',
      timeseries_limit_metric: 'count',
      order_by_cols: ['["delay", true]', '["origin", false]'],
      adhoc_filters: [
        { clause: 'WHERE', subject: 'delay', operator: '==', comparator: 'count', filterOptionName: 'f' },
      ],
      column_config: {
        delay: { columnWidth: 60 },
        'Main count': { visible: true },
        '%count': {},
        origin: {},
      },
      conditional_formatting: [{ column: 'AVG(delay)', operator: '>', targetValue: 1 }],
      point_radius_fixed: { type: 'metric', value: 'count' },
      x_axis_title: 'delay',
      label_colors: { count: '#111111', 'AVG(delay)': '#222222' },
      annotation_layers: [{ name: 'count', timeColumn: 'delay', value: 4 }],
      something_new: { nobody: ['knows', null, 3, true] },
    };
    const { document, renamed: found, byHand } = renamed(form);
    expect(document).toEqual({
      ...form,
      metrics: [
        'flights',
        { ...average, column: { ...average.column, column_name: 'late by' }, label: 'AVG(late by)' },
      ],
      groupby: ['late by', 'origin'],
      x_axis: 'late by',
      granularity_sqla: 'late by',
      timeseries_limit_metric: 'flights',
      order_by_cols: ['["late by",true]', '["origin", false]'],
      adhoc_filters: [{ ...form.adhoc_filters[0], subject: 'late by' }],
      column_config: {
        'late by': { columnWidth: 60 },
        'Main flights': { visible: true },
        '%flights': {},
        origin: {},
      },
      conditional_formatting: [{ column: 'AVG(late by)', operator: '>', targetValue: 1 }],
      point_radius_fixed: { type: 'metric', value: 'flights' },
      label_colors: {
        count: '#111111',
        flights: '#111111',
        'AVG(delay)': '#222222',
        'AVG(late by)': '#222222',
      },
    });
    expect([found, byHand]).toEqual([['delay', 'count'], []]);
  });

  test('reach the stored question with its steps', () => {
    const axis = { columnType: 'BASE_AXIS', sqlExpression: 'delay', label: 'delay', expressionType: 'SQL' };
    const question = {
      queries: [
        {
          columns: [axis, 'origin'],
          metrics: ['count'],
          orderby: [['count', false]],
          filters: [{ col: 'delay', op: '>', val: 'delay' }],
          extras: { where: '', having: '' },
          post_processing: [
            {
              operation: 'pivot',
              options: {
                index: ['delay'],
                columns: ['origin'],
                aggregates: { count: { operator: 'mean' }, 'count__1 year ago': { operator: 'mean' } },
              },
            },
            { operation: 'cum', options: { columns: { count: 'count' }, operator: 'sum' } },
          ],
        },
      ],
      form_data: { metrics: ['count'] },
    };
    const { document, byHand } = renamed(question);
    expect(byHand).toEqual([]);
    expect(document).toEqual({
      queries: [
        {
          columns: [{ ...axis, sqlExpression: 'late by', label: 'late by' }, 'origin'],
          metrics: ['flights'],
          orderby: [['flights', false]],
          filters: [{ col: 'late by', op: '>', val: 'delay' }],
          extras: { where: '', having: '' },
          post_processing: [
            {
              operation: 'pivot',
              options: {
                index: ['late by'],
                columns: ['origin'],
                aggregates: { flights: { operator: 'mean' }, 'flights__1 year ago': { operator: 'mean' } },
              },
            },
            { operation: 'cum', options: { columns: { flights: 'flights' }, operator: 'sum' } },
          ],
        },
      ],
      form_data: { metrics: ['flights'] },
    });
  });

  test('leave SQL to people, and a label that somebody wrote', () => {
    const form = {
      metrics: [
        {
          expressionType: 'SQL',
          sqlExpression: 'SUM(delay) / COUNT(*)',
          label: 'count',
          hasCustomLabel: true,
        },
        { ...average, label: 'AVG(delay)', hasCustomLabel: true },
      ],
      adhoc_filters: [{ clause: 'WHERE', expressionType: 'SQL', sqlExpression: 'delays > 1' }],
    };
    const { document, byHand } = renamed(form);
    expect(document).toMatchObject({ metrics: [form.metrics[0], { label: 'AVG(delay)' }] });
    expect(byHand).toEqual(['delay']);
    const macro = [{ expressionType: 'SQL', sqlExpression: "{{ metric('count') }} / 2" }];
    expect(renamed({ metrics: macro }).byHand).toEqual(['count']);
    expect(renamed({ handlebarsTemplate: '{{this.count}}' }).byHand).toEqual(['count']);
  });

  test('of a column do not reach the metric of the same name', () => {
    const names: NewName[] = [{ kind: 'column', from: 'count', to: 'number' }];
    const form = { metrics: ['count'], groupby: ['count'], column_config: { count: {} } };
    expect(renamed(form, names, ['count'])).toEqual({
      document: { ...form, groupby: ['number'] },
      renamed: ['count'],
      byHand: ['count'],
    });
  });

  test('leave what only sounds like a name', () => {
    const form = { viz_type: 'sum', x_axis_sort: 'sum', url_params: { source: 'sum' }, y_axis_title: 'sum' };
    const names: NewName[] = [{ kind: 'metric', from: 'sum', to: 'total' }];
    expect(renamed(form, names)).toEqual({ document: form, renamed: [], byHand: [] });
  });

  test('may be exchanged, and take the place of what stood under them', () => {
    const names: NewName[] = [
      { kind: 'column', from: 'a', to: 'b' },
      { kind: 'column', from: 'b', to: 'a' },
    ];
    const exchanged = renamed({ columns: ['a', 'b', 'c'], column_config: { a: 1, b: 2 } }, names);
    expect(exchanged.document).toEqual({ columns: ['b', 'a', 'c'], column_config: { b: 1, a: 2 } });
    const stale = renamed({ column_config: { delay: 1, 'late by': 2 } });
    expect(stale.document).toEqual({ column_config: { 'late by': 1 } });
  });

  test('reach layers of annotations that other charts answer', () => {
    const layer = {
      annotationType: 'EVENT',
      sourceType: 'table',
      value: 4,
      timeColumn: 'delay',
      name: 'delay',
    };
    const form = { annotation_layers: [layer, { ...layer, value: 5 }, { ...layer, sourceType: 'NATIVE' }] };
    const names = { names: [COLUMN], shared: new Set<string>() };
    expect(withNewLayerNames(form, new Set([4]), names).document).toEqual({
      annotation_layers: [{ ...layer, timeColumn: 'late by' }, ...form.annotation_layers.slice(1)],
    });
  });

  test('are told from what every object inherits', () => {
    const names: NewName[] = [{ kind: 'metric', from: 'count', to: 'constructor' }];
    const form = { metric: 'count', constructor: 'count', label_colors: { count: '#111111' } };
    expect(renamed(form, names).document).toEqual({
      metric: 'constructor',
      constructor: 'count',
      label_colors: { count: '#111111', constructor: '#111111' },
    });
  });

  test.each([null, 'delay', 3, []])('%j is no form data', (junk) => {
    expect(renamed(junk)).toEqual({ document: junk, renamed: [], byHand: [] });
  });
});
