import type { SqlStyle } from './style.ts';

/** Words that may be offered at a place, the most frequent first. */
const WORDS = {
  statement: [
    'SELECT',
    'WITH',
    'INSERT INTO',
    'UPDATE',
    'DELETE FROM',
    'CREATE TABLE',
    'CREATE VIEW',
    'EXPLAIN',
    'DROP TABLE',
    'DROP VIEW',
    'ALTER TABLE',
    'SHOW',
    'DESCRIBE',
    'TRUNCATE TABLE',
    'VALUES',
  ],
  inBrackets: ['SELECT', 'WITH', 'VALUES'],
  cteBody: ['AS'],
  behindCte: ['SELECT', 'INSERT INTO', 'UPDATE', 'DELETE FROM'],
  selectStart: ['DISTINCT', 'CASE', 'CAST', 'NOT', 'NULL', 'EXISTS', 'INTERVAL', 'TRUE', 'FALSE'],
  value: [
    'CASE',
    'CAST',
    'NOT',
    'NULL',
    'EXISTS',
    'INTERVAL',
    'TRUE',
    'FALSE',
    'CURRENT_DATE',
    'CURRENT_TIMESTAMP',
  ],
  selectOn: [
    'FROM',
    'AS',
    'AND',
    'OR',
    'OVER',
    'FILTER',
    'IS NULL',
    'IS NOT NULL',
    'IN',
    'LIKE',
    'BETWEEN',
    'INTO',
    'UNION ALL',
    'WHERE',
    'ORDER BY',
    'LIMIT',
  ],
  condition: [
    'AND',
    'OR',
    'IS NULL',
    'IS NOT NULL',
    'IN',
    'NOT IN',
    'LIKE',
    'NOT LIKE',
    'ILIKE',
    'BETWEEN',
    'NOT BETWEEN',
    'IS DISTINCT FROM',
    'EXISTS',
    'COLLATE',
  ],
  behindFrom: [
    'WHERE',
    'JOIN',
    'LEFT JOIN',
    'INNER JOIN',
    'GROUP BY',
    'ORDER BY',
    'LIMIT',
    'ON',
    'USING',
    'RIGHT JOIN',
    'FULL JOIN',
    'CROSS JOIN',
    'NATURAL JOIN',
    'HAVING',
    'UNION ALL',
    'UNION',
    'EXCEPT',
    'INTERSECT',
    'WINDOW',
    'AS',
    'SET',
    'TABLESAMPLE',
  ],
  behindWhere: [
    'GROUP BY',
    'ORDER BY',
    'LIMIT',
    'HAVING',
    'UNION ALL',
    'UNION',
    'EXCEPT',
    'INTERSECT',
    'RETURNING',
  ],
  behindOn: [
    'WHERE',
    'JOIN',
    'LEFT JOIN',
    'INNER JOIN',
    'GROUP BY',
    'ORDER BY',
    'LIMIT',
    'CROSS JOIN',
    'FULL JOIN',
    'RIGHT JOIN',
  ],
  behindGroup: ['HAVING', 'ORDER BY', 'LIMIT', 'UNION ALL', 'UNION', 'WITH ROLLUP', 'WINDOW', 'QUALIFY'],
  behindOrder: ['DESC', 'ASC', 'LIMIT', 'NULLS LAST', 'NULLS FIRST', 'OFFSET', 'UNION ALL', 'COLLATE'],
  behindLimit: ['OFFSET', 'UNION ALL', 'UNION'],
  setOperation: ['ALL', 'SELECT', 'DISTINCT'],
  by: ['BY'],
  joins: ['JOIN', 'OUTER JOIN'],
  target: ['SELECT', 'VALUES', 'SET', 'DEFAULT VALUES'],
  object: ['TABLE', 'VIEW', 'SCHEMA', 'INDEX', 'OR REPLACE', 'IF EXISTS', 'IF NOT EXISTS', 'TEMPORARY'],
  definition: ['AS', 'ADD COLUMN', 'RENAME TO', 'DROP COLUMN', 'CASCADE'],
  case: ['WHEN', 'THEN', 'ELSE', 'END'],
  window: ['PARTITION BY', 'ORDER BY', 'ROWS BETWEEN', 'RANGE BETWEEN'],
  windowOn: ['ORDER BY', 'DESC', 'ASC', 'ROWS BETWEEN', 'RANGE BETWEEN', 'NULLS LAST', 'NULLS FIRST'],
} as const;

export type KeywordPlace = keyof typeof WORDS;

/** Words that only some engines know. */
const ONLY: Readonly<Record<string, (style: SqlStyle) => boolean>> = {
  ILIKE: ({ backticks, top, folds }) => !top && (!backticks || folds === 'lower'),
  LIMIT: ({ top }) => !top,
};

/** Words that engines have beside the common ones. */
export function keywordsAt(place: KeywordPlace, style: SqlStyle): string[] {
  const words: string[] = WORDS[place].filter((word) => ONLY[word]?.(style) ?? true);
  if (style.top && place === 'selectStart') words.splice(1, 0, 'TOP');
  if (style.top && place === 'behindOrder') words.push('OFFSET');
  if (style.top && place === 'behindFrom') words.push('CROSS APPLY', 'OUTER APPLY');
  if (style.fromFirst && place === 'statement') words.push('FROM', 'SUMMARIZE', 'PIVOT');
  if (style.fromFirst && place === 'behindFrom') words.push('ASOF JOIN', 'SELECT', 'QUALIFY');
  return words;
}

/** Types for CAST, the most frequent first. */
export function typesOf(style: SqlStyle): string[] {
  if (style.top)
    return [
      'INT',
      'VARCHAR(255)',
      'NVARCHAR(255)',
      'DATE',
      'DATETIME2',
      'DECIMAL(18, 2)',
      'FLOAT',
      'BIGINT',
      'BIT',
    ];
  if (style.backticks && style.dollarTexts)
    return ['Int64', 'String', 'Float64', 'Date', 'DateTime', 'UInt64', 'Int32', 'Decimal(18, 2)', 'UUID'];
  if (style.hashComments)
    return ['SIGNED', 'UNSIGNED', 'CHAR', 'DATE', 'DATETIME', 'DECIMAL(18, 2)', 'TIME', 'JSON', 'DOUBLE'];
  return [
    'INTEGER',
    'VARCHAR',
    'DATE',
    'TIMESTAMP',
    'NUMERIC(18, 2)',
    'DOUBLE PRECISION',
    'BIGINT',
    'BOOLEAN',
    'TEXT',
    'TIME',
    'INTERVAL',
  ];
}
