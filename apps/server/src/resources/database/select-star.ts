import { type Dialect, windowText } from '@chartroom/query';

/** Words that some engine reserves: a table of such a name has to be quoted. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between binary both by case cast check collate column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc describe distinct do else end except exists false fetch for
  foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lambda lateral
  leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps pivot
  placing primary qualify references returning right select session_user show similar some summarize symmetric table
  tablesample then to trailing true union unique unpivot user using values variadic verbose when where window with`.split(
    /\s+/,
  ),
);

/** Text that shows the first rows of a table. Names are quoted only where they have to be. */
export function selectStar(
  dialect: Dialect,
  table: { table: string; schema?: string | null; catalog?: string | null },
  rows = 100,
): string {
  const name = [table.catalog, table.schema, table.table].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  const { head, tail } = windowText({ limit: rows, sorted: false }, dialect);
  const from = name.map((part) => asWritten(dialect, String(part))).join('.');
  return [`SELECT ${head}`.trimEnd(), '  *', `FROM ${from}`, ...tail].join('\n');
}

function asWritten(dialect: Dialect, name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : dialect.quoteIdentifier(name);
}
