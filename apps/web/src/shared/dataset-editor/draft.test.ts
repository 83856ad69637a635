import type { DatasetItem, SourceColumn } from '@chartroom/model';
import { describe, expect, test } from 'vitest';
import {
  type DatasetDraft,
  draftOf,
  goneNames,
  newCalculatedColumn,
  newMetric,
  payloadOf,
  problemsOf,
  syncedColumns,
} from './draft.ts';

const COLUMN = {
  advanced_data_type: null,
  changed_on: '',
  created_on: '',
  description: null,
  expression: '',
  filterable: true,
  groupby: true,
  is_active: true,
  extra: null,
  is_dttm: false,
  python_date_format: null,
  type: 'VARCHAR',
  type_generic: 1,
  verbose_name: null,
} as const;

const METRIC = {
  changed_on: '',
  created_on: '',
  d3format: null,
  description: null,
  expression: 'COUNT(*)',
  metric_type: null,
  verbose_name: null,
  warning_text: null,
} as const;

const ITEM: Omit<DatasetItem, 'url' | 'uid'> & Pick<DatasetItem, 'url' | 'uid'> = {
  id: 1,
  uid: '1__table',
  url: '',
  uuid: '',
  name: 'flights',
  datasource_name: 'flights',
  datasource_type: 'table',
  table_name: 'flights',
  kind: 'physical',
  sql: null,
  database: { id: 1, database_name: 'examples', uuid: '', backend: 'duckdb', allow_multi_catalog: false },
  catalog: null,
  schema: 'main',
  description: null,
  main_dttm_col: 'date',
  filter_select_enabled: true,
  fetch_values_predicate: null,
  normalize_columns: false,
  always_filter_main_dttm: false,
  offset: 0,
  default_endpoint: null,
  cache_timeout: null,
  is_sqllab_view: false,
  template_params: null,
  select_star: null,
  owners: [{ id: 3, first_name: 'Ada', last_name: 'L' }],
  columns: [
    { ...COLUMN, id: 1, uuid: 'a', column_name: 'date', type: 'TIMESTAMP', is_dttm: true },
    { ...COLUMN, id: 2, uuid: 'b', column_name: 'origin', verbose_name: 'Origin' },
    { ...COLUMN, id: 3, uuid: 'c', column_name: 'late', expression: 'delay > 15' },
  ],
  metrics: [
    {
      ...METRIC,
      id: 7,
      uuid: 'm',
      metric_name: 'count',
      currency: null,
      extra: '{"certification":{"certified_by":"Data office","details":"Yes"},"note":1}',
    },
  ],
  extra: null,
  created_on: '',
  created_on_humanized: '',
  created_by: null,
  changed_on: '',
  changed_on_humanized: '',
  changed_by: null,
  is_managed_externally: false,
  column_formats: {},
  granularity_sqla: [],
  time_grain_sqla: [],
  order_by_choices: [],
  verbose_map: {},
};

const draft = draftOf(ITEM);
const changed = (part: Partial<DatasetDraft>): DatasetDraft => ({ ...draft, ...part });

describe('a dataset as it is edited', () => {
  test('is sent as it was read, ids and unknown members of extra kept', () => {
    const body = payloadOf(draft);
    expect(body.columns?.map(({ id, expression }) => [id, expression])).toEqual([
      [1, ''],
      [2, ''],
      [3, 'delay > 15'],
    ]);
    expect(JSON.parse(body.metrics?.[0]?.extra ?? '')).toEqual({
      certification: { certified_by: 'Data office', details: 'Yes' },
      note: 1,
    });
    expect(body).toMatchObject({ owners: [3], sql: '', main_dttm_col: 'date' });
    expect(body.columns?.[0]).not.toHaveProperty('key');
  });

  test('new parts have no id, and their currency is sent only with a code', () => {
    const metric = { ...newMetric(), metric_name: 'late', expression: 'SUM(late)' };
    const body = payloadOf(
      changed({ metrics: [{ ...metric, currency: { symbol: '', symbolPosition: 'prefix' } }] }),
    );
    expect(body.metrics).toEqual([
      expect.objectContaining({ metric_name: 'late', currency: null, d3format: null, extra: null }),
    ]);
    expect(body.metrics?.[0]).not.toHaveProperty('id');
  });

  test('says what keeps it from being saved', () => {
    expect(problemsOf(draft)).toEqual([]);
    const column = { ...newCalculatedColumn(), column_name: 'origin', expression: ' ' };
    const metric = { ...newMetric(), metric_name: 'count', expression: 'x' };
    expect(
      problemsOf(
        changed({
          columns: [...draft.columns, column],
          metrics: [...draft.metrics, { ...metric, currency: { symbol: 'XX', symbolPosition: 'prefix' } }],
          extra: '[1]',
        }),
      ),
    ).toEqual([
      'Column name [origin] is duplicated',
      'Metric name [count] is duplicated',
      'Calculated column [origin] requires an expression',
      'Invalid currency code in saved metrics',
      'Extra is not valid JSON',
    ]);
    expect(problemsOf(changed({ table_name: ' ', kind: 'virtual' }))).toEqual([
      'The dataset has no name',
      'The dataset has no SQL',
    ]);
  });

  test('knows which names are gone', () => {
    const [first, ...others] = draft.columns;
    const renamed = draft.metrics.map((metric) => ({ ...metric, metric_name: 'flights' }));
    const added = { ...newCalculatedColumn(), column_name: 'day' };
    expect(goneNames(draft, changed({ columns: [...others, added], metrics: renamed }))).toEqual([
      { kind: 'column', from: first?.column_name, to: undefined, others: ['day'] },
      { kind: 'metric', from: 'count', to: 'flights', others: [] },
    ]);
    expect(goneNames(draft, draft)).toEqual([]);
    const gone = { ...changed({ columns: others }), main_dttm_col: first?.column_name ?? '' };
    const names = [{ kind: 'column' as const, from: first?.column_name ?? '', to: 'day' }];
    expect(payloadOf(gone, names)).toMatchObject({ main_dttm_col: 'day', new_names: names });
    expect(payloadOf(gone)).toMatchObject({ main_dttm_col: first?.column_name });
  });

  test('takes new columns of its source over and keeps what was said of the others', () => {
    const source = (column_name: string, type: string): SourceColumn => ({
      ...{ column_name, name: column_name, type, type_generic: null },
      ...{ is_dttm: false, nullable: true, default: null, comment: null },
    });
    const synced = syncedColumns(draft.columns, [source('origin', 'TEXT'), source('distance', 'INTEGER')]);
    expect(synced).toMatchObject({ added: ['distance'], modified: ['origin'], removed: ['date'] });
    expect(synced.columns.map(({ column_name }) => column_name)).toEqual(['origin', 'distance', 'late']);
    expect(synced.columns[0]).toMatchObject({ id: 2, verbose_name: 'Origin', type: 'TEXT' });
  });
});
