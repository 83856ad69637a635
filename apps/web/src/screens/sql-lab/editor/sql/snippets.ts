import type { KeywordPlace } from './keywords.ts';
import type { SqlStyle } from './style.ts';

/** A frame that is written at once; `#{name}` stands for what is filled in. */
interface Snippet {
  name: string;
  text: string;
  at: KeywordPlace;
}

const SNIPPETS: readonly Snippet[] = [
  {
    name: 'SELECT … FROM … WHERE',
    text: 'SELECT #{columns}\nFROM #{table}\nWHERE #{condition}',
    at: 'statement',
  },
  {
    name: 'SELECT … GROUP BY',
    text: 'SELECT #{column}, count(*) AS #{n}\nFROM #{table}\nGROUP BY #{column}\nORDER BY #{n} DESC',
    at: 'statement',
  },
  {
    name: 'SELECT duplicates',
    text: 'SELECT #{column}, count(*) AS #{n}\nFROM #{table}\nGROUP BY #{column}\nHAVING count(*) > 1',
    at: 'statement',
  },
  {
    name: 'WITH … SELECT',
    text: 'WITH #{name} AS (\n  SELECT #{columns}\n  FROM #{table}\n)\nSELECT *\nFROM #{name}',
    at: 'statement',
  },
  {
    name: 'INSERT INTO … VALUES',
    text: 'INSERT INTO #{table} (#{columns})\nVALUES (#{values})',
    at: 'statement',
  },
  {
    name: 'UPDATE … SET … WHERE',
    text: 'UPDATE #{table}\nSET #{column} = #{value}\nWHERE #{condition}',
    at: 'statement',
  },
  { name: 'JOIN … ON', text: 'JOIN #{table} AS #{alias} ON #{condition}', at: 'behindFrom' },
  { name: 'LEFT JOIN … ON', text: 'LEFT JOIN #{table} AS #{alias} ON #{condition}', at: 'behindFrom' },
  {
    name: 'CASE WHEN … END',
    text: 'CASE WHEN #{condition} THEN #{value} ELSE #{otherwise} END',
    at: 'value',
  },
  {
    name: 'ROW_NUMBER() OVER',
    text: 'row_number() OVER (PARTITION BY #{column} ORDER BY #{order})',
    at: 'value',
  },
  {
    name: 'SUM() OVER: running total',
    text: 'sum(#{value}) OVER (ORDER BY #{order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)',
    at: 'value',
  },
];

const FIRST_ROWS = 'SELECT *\nFROM #{table}\nLIMIT #{100}';
const FIRST_ROWS_TOP = 'SELECT TOP #{100} *\nFROM #{table}';

/** The snippets that may be written at a place. */
export function snippetsAt(places: readonly KeywordPlace[], { top }: SqlStyle): Snippet[] {
  const first: Snippet = {
    name: 'SELECT first rows',
    text: top ? FIRST_ROWS_TOP : FIRST_ROWS,
    at: 'statement',
  };
  // The beginning of a SELECT is a place for values, too.
  const isValue = places.includes('selectStart');
  return [...SNIPPETS, first].filter(({ at }) => places.includes(at) || (isValue && at === 'value'));
}
