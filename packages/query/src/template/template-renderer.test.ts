import { GenericType } from '@chartroom/model';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DatasetModel } from '../compile/dataset-model.ts';
import type { Dialect } from '../dialect.ts';
import { normalizeQuery } from '../query-object.ts';
import { loadSqlParser } from '../sql/parser.ts';
import { tokenize } from '../sql/tokens.ts';
import { plainDialect } from '../testing/plain-dialect.ts';
import { DatasetNeeded, type TemplateRequest } from './macros/macro.ts';
import { questionFacts, renderDataset, renderQuery } from './render-question.ts';
import { TemplateProblem } from './template-problem.ts';
import { TemplateRenderer } from './template-renderer.ts';

beforeAll(async () => {
  await loadSqlParser();
});

const dialect: Dialect = {
  ...plainDialect,
  dateTimeLiteral: (ms, type) => (/^timestamp/i.test(type) ? `AT(${new Date(ms).toISOString()})` : undefined),
};

const flights: DatasetModel = {
  table_name: 'flights',
  schema: null,
  catalog: null,
  sql: "SELECT * FROM flights WHERE who = '{{ current_username() }}';",
  columns: [
    {
      column_name: 'late',
      expression: 'delay > {{ limit }}',
      is_dttm: false,
      type: null,
      type_generic: GenericType.BOOLEAN,
      python_date_format: null,
    },
    {
      column_name: 'broken',
      expression: '{{ 1 / 0 }}',
      is_dttm: false,
      type: null,
      type_generic: null,
      python_date_format: null,
    },
  ],
  metrics: [
    { metric_name: 'n', expression: 'COUNT(*)' },
    { metric_name: 'share', expression: "{{ metric('n') }} / 2" },
    { metric_name: 'round', expression: "{{ metric('round') }}" },
  ],
  main_dttm_col: null,
  always_filter_main_dttm: false,
  offset: 0,
  fetch_values_predicate: null,
};

function request(changes: Partial<TemplateRequest> = {}): TemplateRequest {
  return {
    dialect,
    now: new Date('2024-02-29T10:30:00Z'),
    person: { id: 7, username: 'ann', email: 'ann@example.org', roles: ['b', 'a'] },
    filters: [],
    timeRange: null,
    urlParams: {},
    values: {},
    own: { id: 1, ...flights },
    ruleClauses: ['z = 1', 'a = 1'],
    columnTypes: new Map([['at', 'TIMESTAMP']]),
    datasets: new Map(),
    partition: () => undefined,
    ...changes,
  };
}

function renderer(changes: Partial<TemplateRequest> = {}): TemplateRenderer {
  return new TemplateRenderer(() => request(changes));
}

describe('macros', () => {
  it('tell who asks, and remember that they told', () => {
    const made = renderer();
    expect(
      made.render('{{ current_user_id() }} {{ current_user_roles() }} {{ current_user_rls_rules() }}'),
    ).toBe("7 ['a', 'b'] ['a = 1', 'z = 1']");
    expect(made.trace.cacheKeys).toEqual([7, '["a", "b"]', '["a = 1", "z = 1"]']);
  });

  it('keep a text of the address inside its quotes, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const sql = renderer({ urlParams: { p: text } }).render("'{{ url_param('p') }}'");
        expect(tokenize(sql, dialect.lexical).map(({ kind }) => kind)).toEqual(['string']);
      }),
    );
  });

  it('keep values inside a list of literals, whatever they are', () => {
    const value = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (val) => {
        const sql = renderer({ filters: [{ col: 'c', op: 'IN', val }] }).render(
          "{{ filter_values('c')|where_in }}",
        );
        expect(tokenize(sql, dialect.lexical).filter(({ text }) => text === ',').length).toBe(val.length - 1);
      }),
    );
  });

  it('take over filters where the template says so', () => {
    const made = renderer({ filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-02-01' }] });
    expect(made.render("{{ get_time_filter('at', remove_filter=true).from_expr }}")).toBe(
      'AT(2024-01-01T00:00:00.000Z)',
    );
    expect([...made.trace.applied, ...made.trace.removed]).toEqual(['at', 'at']);
  });

  it('count zero as a value of a filter, and empty text as none', () => {
    const filters = [0, false, ''].map((val, index) => ({ col: `c${index}`, op: '==', val }));
    expect(
      renderer({ filters }).render(
        "{{ filter_values('c0') }} {{ filter_values('c1') }} {{ filter_values('c2') }}",
      ),
    ).toBe('[0] [False] []');
  });

  it('name the dataset that has to be fetched', () => {
    expect(() => renderer().render('{{ dataset(5) }}')).toThrow(new DatasetNeeded(5));
    const found = renderer({
      datasets: new Map([
        [
          5,
          {
            model: { ...flights, sql: null, columns: flights.columns.slice(0, 1), metrics: [] },
            rules: ['own = 1'],
          },
        ],
      ]),
      values: { limit: 3 },
    });
    expect(found.render('{{ dataset(5) }}')).toBe(
      '(\nSELECT delay > 3 AS "late"\nFROM "flights"\nWHERE own = 1\n) AS dataset_5',
    );
  });

  it('name the table whose newest partition has to be fetched, and keep it among the tables of the text', () => {
    const text = "{{ trino.latest_sub_partition('\"c\".s.t', ds='x', hour=7) }}";
    const table = { catalog: 'c', schema: 's', table: 't' };
    const question = {
      namespace: 'trino',
      name: 'latest_sub_partition',
      table,
      fixed: { ds: 'x', hour: '7' },
    };
    expect(() => renderer().render(text)).toThrow(
      expect.objectContaining({ name: 'PartitionsNeeded', question }),
    );
    const found = renderer({ partition: () => 'west' });
    expect(found.render(text)).toBe('west');
    expect([...found.trace.tables.values()]).toEqual([table]);
    expect(found.trace.cacheKeys).toEqual([['latest_sub_partition', 'c', 's', 't', { ds: 'x', hour: '7' }]]);
  });

  it('tell of a table without any partition what the reference does', () => {
    const none = renderer({ partition: () => null });
    const calls = ['latest_partition', 'first_latest_partition', 'latest_partitions', 'latest_sub_partition'];
    expect(calls.map((name) => none.render(`{{ presto.${name}('t') }}`))).toEqual([
      'None',
      'None',
      'None',
      '',
    ]);
    expect(
      renderer({ partition: () => 7 }).render(
        "{{ hive.latest_partitions('t') }}{{ spark.latest_partition('t') + 1 }}",
      ),
    ).toBe('[7]8');
  });

  it.each([
    'presto.latest_partition()',
    'presto.latest_partition(7)',
    "presto.latest_partition('a..b')",
    "presto.latest_sub_partition('t', 'x')",
  ])('refuse %s, which names no table', (call) => {
    expect(() => renderer({ partition: () => 'x' }).render(`{{ ${call} }}`)).toThrow(TemplateProblem);
  });

  it('end metrics that refer to one another in a circle', () => {
    expect(() => renderer().render("{{ metric('round') }}")).toThrow(/in a circle/);
  });

  it('share one budget among all texts of a question', () => {
    const made = renderer();
    const half = '{% for i in range(90000) %}{{ i }}{% endfor %}';
    made.render(half);
    expect(() => [made.render(half), made.render(half)]).toThrow(TemplateProblem);
  });
});

describe('a question', () => {
  const query = normalizeQuery({
    columns: ['late', { label: 'x', sqlExpression: "'{{ 'a' }}'" }],
    metrics: ['share', { expressionType: 'SQL', label: '{{ label }}', sqlExpression: 'SUM({{ n }})' }],
    filters: [{ col: 'late', op: '==', val: '{{ not_read }}' }],
    extras: { where: "c = '{{ current_username() }}'" },
    time_range: '2024-01-01 : 2024-02-01',
  });

  it('has its SQL rendered, its names and values left alone', () => {
    const made = renderQuery(query, renderer({ values: { n: 4 } }));
    expect(made.columns[1]).toMatchObject({ label: 'x', sqlExpression: "'a'" });
    expect(made.metrics?.[1]).toMatchObject({ label: '{{ label }}', sqlExpression: 'SUM(4)' });
    expect(made.filters[0]?.val).toBe('{{ not_read }}');
    expect(made.extras.where).toBe("c = 'ann'");
  });

  it('has those texts of its dataset rendered that it mentions', () => {
    const made = renderDataset(flights, query, renderer({ values: { limit: 15 } }));
    expect(made.sql).toBe("SELECT * FROM flights WHERE who = 'ann'");
    expect(made.columns.map(({ expression }) => expression)).toEqual(['delay > 15', '{{ 1 / 0 }}']);
    expect(made.metrics.map(({ expression }) => expression)).toEqual([
      'COUNT(*)',
      'COUNT(*) / 2',
      "{{ metric('round') }}",
    ]);
  });

  it('tells templates its bounds as ISO text', () => {
    const { values, timeRange } = questionFacts(query, flights, { own: 1 }, new Date('2024-02-29T10:30:00Z'));
    expect(values).toMatchObject({
      from_dttm: '2024-01-01T00:00:00',
      to_dttm: '2024-02-01T00:00:00',
      own: 1,
      table_columns: ['late', 'broken'],
    });
    expect(timeRange).toBe('2024-01-01 : 2024-02-01');
  });
});
