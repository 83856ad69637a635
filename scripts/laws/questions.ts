import {
  AGGREGATES,
  type ColumnRef,
  type MetricRef,
  type QueryFilter,
  type QueryObject,
} from '@chartroom/model';
import fc from 'fast-check';
import { COLUMN_NAMES, DATASET, FACTS } from './fact-table.ts';

/** Pieces that end strings, names, comments or statements somewhere. */
const HOSTILE = [
  "'",
  '"',
  '`',
  ';',
  '--',
  '/*',
  '*/',
  '\\',
  ')',
  '(',
  ' OR 1=1',
  '%',
  '\n',
  '\r',
  '$$',
  '{col}',
  '[',
  ']',
  'E',
  'U&',
  ',',
  '#',
];

/** Text as people and attackers write it: any Unicode but NUL, which no engine takes. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }).map((each) => each.replaceAll('\0', '')),
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 2 })), { maxLength: 7 })
    .map((parts) => parts.join('')),
);

/** The same, and never nothing: a name. */
export const name: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'select',
      'from',
      'Group',
      'a b',
      'x.y',
      'virtual_table',
      'series_limit',
      'mme_inner__',
      'ünï',
    ),
  },
  { weight: 2, arbitrary: text.filter((each) => each !== '') },
);

const columnName = fc.constantFrom(...COLUMN_NAMES);

const PLAIN_EXPRESSIONS = [
  'id',
  'owner',
  'LOWER(owner)',
  "kind || '-'",
  'amount + 1',
  'amount -- it',
  "CASE WHEN flag THEN 'y' END",
];
const PLAIN_CONDITIONS = [
  'amount > 3',
  "owner = 'mine' OR owner = 'theirs'",
  '1 = 1',
  '1 = 1 OR 1 = 1',
  "kind LIKE '%a%'",
  'flag',
  'amount BETWEEN 1 AND 9 -- both; in',
  'NOT flag OR amount IS NULL;',
  `"--x" = 1 OR '--' = owner`,
];
const PLAIN_HAVINGS = ['COUNT(*) > 1', 'SUM(amount) > 5 OR COUNT(*) = 1', 'COUNT(*) > 0 -- any'];
const PLAIN_METRICS = ['SUM(amount) + 1', 'COUNT(*) -- rows', 'MAX(id)'];
const PLAIN: ReadonlySet<unknown> = new Set([
  ...PLAIN_EXPRESSIONS,
  ...PLAIN_CONDITIONS,
  ...PLAIN_HAVINGS,
  ...PLAIN_METRICS,
  'at',
]);

/** Words of SQL in any order: few of them are an expression, none may be more than one. */
const words = fc
  .array(
    fc.constantFrom(
      'id',
      '=',
      '1',
      'OR',
      'AND',
      '(',
      ')',
      "'a'",
      ',',
      ';',
      '--x',
      '\n',
      '/*',
      '*/',
      'NOT',
      'kind',
      'IS',
      'NULL',
      'FROM',
      '[',
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((parts) => parts.join(' '));

/** Free SQL that is an expression of rows; some of it wants out of its place. */
const expression: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...PLAIN_EXPRESSIONS) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'id FROM facts',
      '(SELECT 1)',
      'id, owner',
      'id) AS x, (amount',
      'id; DROP TABLE facts',
      '/* id',
    ),
  },
);

const condition: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PLAIN_CONDITIONS) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '1 = 1) OR (1 = 1',
      "' OR 1 = 1 --",
      '1 = 1 UNION SELECT 1',
      'id IN (SELECT id FROM facts)',
      '1 = 1 GROUP BY id',
      '1 = 1 /* ',
      'amount > 3; SELECT 1',
      '1 = 1 OR',
      "E'\\' OR 1 = 1 --'",
      '$$ OR $$ = $$ OR $$',
    ),
  },
  { weight: 1, arbitrary: words },
);

const havings = fc.constantFrom(
  ...PLAIN_HAVINGS,
  ...PLAIN_HAVINGS,
  ...PLAIN_HAVINGS,
  'COUNT(*) > 1) OR (1 = 1',
);

const column: fc.Arbitrary<ColumnRef> = fc.oneof(
  { weight: 5, arbitrary: columnName },
  {
    weight: 2,
    arbitrary: fc.record({ label: name, sqlExpression: expression, expressionType: fc.constant('SQL') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      label: name,
      sqlExpression: fc.constant('at'),
      expressionType: fc.constant('SQL'),
      columnType: fc.constant('BASE_AXIS' as const),
      timeGrain: fc.constantFrom('P1D', 'P1M', 'PT1H', null),
    }),
  },
);

const metric: fc.Arbitrary<MetricRef> = fc.oneof(
  fc.constantFrom(...DATASET.metrics.map(({ metric_name }) => metric_name)),
  fc.record({
    expressionType: fc.constant('SIMPLE' as const),
    column: fc.record({ column_name: fc.constantFrom('amount', 'id', '--x', 'next') }),
    aggregate: fc.constantFrom(...AGGREGATES.filter((each) => each !== 'AVG')),
    label: name,
  }),
  fc.record({
    expressionType: fc.constant('SQL' as const),
    sqlExpression: fc.constantFrom(
      'SUM(amount) + 1',
      'COUNT(*) -- rows',
      'MAX(id)',
      'MIN(kind), 1',
      'SUM(amount) FROM facts',
      '(SELECT 1)',
    ),
    label: name,
  }),
);

const known = fc.constantFrom<string | number | boolean | null>(
  ...FACTS.flatMap(({ owner, kind, amount, flag }) => [owner, kind, amount, flag]),
);
const scalar = fc.oneof(
  { weight: 4, arbitrary: known },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom('<NULL>', '<empty string>', 1e21, -0.5) },
);

/** One filter: every operator, values that occur in the table and values that do not. */
export const filter: fc.Arbitrary<QueryFilter> = fc.oneof(
  fc.record({
    col: columnName,
    op: fc.constantFrom('==', '=', '!=', '<>', '>', '<', '>=', '<='),
    val: scalar,
  }),
  fc.record({
    col: columnName,
    op: fc.constantFrom('IN', 'NOT IN', 'in'),
    val: fc.array(scalar, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    col: columnName,
    op: fc.constantFrom('LIKE', 'ILIKE', 'NOT LIKE', 'NOT ILIKE'),
    val: fc.oneof(text, fc.constantFrom('%a%', '%', 'mi_e')),
  }),
  fc.record({ col: columnName, op: fc.constantFrom('IS NULL', 'IS NOT NULL') }),
  fc.record({ col: fc.constantFrom('flag', 'either'), op: fc.constantFrom('IS TRUE', 'IS FALSE') }),
  fc.record({
    col: fc.constant('at'),
    op: fc.constant('TEMPORAL_RANGE'),
    val: fc.constantFrom('2024-02-01 : 2024-05-01', 'No filter', ' : 2024-03-01'),
  }),
  fc.record({
    col: fc.record({ label: name, sqlExpression: expression }),
    op: fc.constantFrom('==', 'IS NOT NULL', 'IN'),
    val: fc.constantFrom('a', 'mine', 3),
  }),
);

/** What a question may hold beyond columns and metrics. */
const conditions = {
  filters: fc.oneof(fc.constant<QueryFilter[]>([]), fc.array(filter, { maxLength: 2 })),
  extras: fc.record({
    where: fc.oneof(fc.constant(null), condition),
    time_grain_sqla: fc.option(fc.constantFrom('P1D', 'P1M')),
  }),
  granularity: fc.option(fc.constant('at')),
  time_range: fc.constantFrom(null, null, '2024-02-01 : 2024-05-01', 'No filter', '2024-01-15 : '),
  apply_fetch_values_predicate: fc.constantFrom(false, false, true),
};
const limits = {
  row_limit: fc.constantFrom(null, 0, 1, 3, 10, 40),
  row_offset: fc.constantFrom(0, 0, 0, 1, 2),
};

/** Free SQL as one more condition. */
export const extraWhere = condition;

/** Raw rows; `id` is always among the columns. */
export const rawQuestion: fc.Arbitrary<QueryObject> = fc
  .record({
    ...conditions,
    ...limits,
    columns: fc.array(column, { maxLength: 4 }),
    is_rowcount: fc.constantFrom(false, false, true),
  })
  .map((question) => ({ ...question, columns: ['id', ...question.columns.filter((each) => each !== 'id')] }));

/** Groups (or, without columns, a total); the sum of weights is always among the metrics. */
export const groupedQuestion: fc.Arbitrary<QueryObject> = fc
  .record({
    ...conditions,
    ...limits,
    columns: fc.uniqueArray(column, { maxLength: 3, selector: (each) => JSON.stringify(each) }),
    metrics: fc.array(metric, { maxLength: 2 }),
    having: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: havings }),
    series: fc.nat({ max: 2 }),
    series_limit: fc.nat({ max: 4 }),
    series_limit_metric: fc.option(metric),
    group_others_when_limit_reached: fc.boolean(),
    order_desc: fc.boolean(),
    is_timeseries: fc.boolean(),
    orderby: fc.array(fc.tuple(fc.oneof(columnName, metric), fc.boolean()), { maxLength: 2 }),
    is_rowcount: fc.constantFrom(false, false, false, true),
  })
  .map(({ series, having, ...question }) => ({
    ...question,
    extras: { ...question.extras, having },
    metrics: ['weights', ...question.metrics.filter((each) => each !== 'weights')],
    series_columns: question.columns.slice(0, series),
    is_timeseries: question.is_timeseries && question.granularity !== null,
  }));

export const question: fc.Arbitrary<QueryObject> = fc.oneof(rawQuestion, groupedQuestion);

/** Whether all free SQL of a question is SQL, so that the text it becomes must be readable. */
export function isPlain({
  extras,
  columns,
  metrics,
  filters,
  series_limit_metric,
  orderby,
}: QueryObject): boolean {
  const refs = [
    ...(columns ?? []),
    ...(metrics ?? []),
    ...(filters ?? []).map(({ col }) => col),
    series_limit_metric,
    ...(orderby ?? []).flat(),
  ];
  const free = refs.map((ref) =>
    typeof ref === 'object' && ref !== null && 'sqlExpression' in ref ? ref.sqlExpression : undefined,
  );
  return [...free, extras?.where, extras?.having].every(
    (sql) => sql === undefined || sql === null || PLAIN.has(sql),
  );
}
