import type { DatasetModel, ModelColumn } from '@chartroom/query';

/** A row of the table that the laws ask about. `weight` is 2^id: a sum of weights tells which rows it is made of. */
export interface Fact {
  id: number;
  owner: string | null;
  kind: string | null;
  amount: number | null;
  flag: boolean | null;
  at: string | null;
  weight: number;
  'we"ird': string;
  '--x': number;
  "o'clock\n日本 \\": string;
}

const OWNERS = ['mine', 'theirs', "o'hara", null, 'mine', 'Mine'];
const KINDS = [
  'a',
  'b',
  "o'b",
  'q"q',
  'line\nbreak',
  '',
  null,
  'Others',
  '\\',
  '日本',
  '50%',
  "'; DROP TABLE facts; --",
];
const ROWS = 36;

/** The rows; fixed, so that a seed is enough to repeat a failure. */
export const FACTS: readonly Fact[] = Array.from({ length: ROWS }, (_, id) => ({
  id,
  owner: OWNERS[(id * 5) % OWNERS.length] ?? null,
  kind: KINDS[(id * 7) % KINDS.length] ?? null,
  amount: id % 9 === 4 ? null : ((id * 11) % 23) - 3,
  flag: id % 5 === 3 ? null : id % 2 === 0,
  at: id % 11 === 6 ? null : `2024-0${1 + (id % 6)}-1${id % 10} 0${id % 10}:30:00`,
  weight: 2 ** id,
  'we"ird': `w${id % 3}`,
  '--x': id % 4,
  "o'clock\n日本 \\": id % 2 === 0 ? "it's" : 'no',
}));

const TYPES: Readonly<Record<keyof Fact, string>> = {
  id: 'INTEGER',
  owner: 'VARCHAR',
  kind: 'VARCHAR',
  amount: 'INTEGER',
  flag: 'BOOLEAN',
  at: 'TIMESTAMP',
  weight: 'BIGINT',
  'we"ird': 'VARCHAR',
  '--x': 'INTEGER',
  "o'clock\n日本 \\": 'VARCHAR',
};

const physical = Object.entries(TYPES).map(
  ([column_name, type]): ModelColumn => ({
    column_name,
    type,
    type_generic: null,
    is_dttm: type === 'TIMESTAMP',
    python_date_format: null,
    expression: null,
  }),
);

function calculated(column_name: string, type: string, expression: string): ModelColumn {
  return { column_name, type, type_generic: null, is_dttm: false, python_date_format: null, expression };
}

/** The table as a dataset: its columns, some that are calculated (one with OR, one with a comment), and metrics. */
export const DATASET: DatasetModel = {
  table_name: 'facts',
  schema: null,
  catalog: null,
  sql: null,
  columns: [
    ...physical,
    calculated('loud', 'VARCHAR', 'UPPER(kind)'),
    calculated('either', 'BOOLEAN', 'amount > 12 OR flag'),
    calculated('next', 'INTEGER', 'amount + 1 -- one more'),
    calculated('size', 'VARCHAR', "CASE WHEN amount > 5 THEN 'big' ELSE 'small' END"),
  ],
  metrics: [
    { metric_name: 'weights', expression: 'SUM(weight)' },
    { metric_name: 'count', expression: 'COUNT(*)' },
    { metric_name: 'total', expression: 'SUM(amount) -- of all' },
    { metric_name: 'mine', expression: "COUNT(CASE WHEN owner = 'mine' THEN 1 END)" },
  ],
  main_dttm_col: 'at',
  always_filter_main_dttm: false,
  offset: 0,
  fetch_values_predicate: 'amount > 0 OR flag',
};

/** Columns of the dataset by name, calculated ones too. */
export const COLUMN_NAMES: readonly string[] = DATASET.columns.map((column) => column.column_name);

/** Statements that make the table, in SQL that every engine reads. */
export function makeFacts(): string[] {
  const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const columns = Object.entries(TYPES).map(([column, type]) => `${name(column)} ${type}`);
  const rows = FACTS.map((fact) => `(${Object.values(fact).map(written).join(', ')})`);
  return [`CREATE TABLE facts (${columns.join(', ')})`, `INSERT INTO facts VALUES ${rows.join(', ')}`];
}

function written(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
