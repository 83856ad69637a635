import type { Clause } from './query.ts';

/** Words that begin a part of a statement. */
export const CLAUSES: ReadonlyMap<string, Clause> = new Map<string, Clause>([
  ['WITH', 'with'],
  ['SELECT', 'select'],
  ['RETURNING', 'select'],
  ['FROM', 'from'],
  ['ON', 'on'],
  ['USING', 'using'],
  ['WHERE', 'where'],
  ['PREWHERE', 'where'],
  ['GROUP', 'group'],
  ['HAVING', 'having'],
  ['QUALIFY', 'having'],
  ['ORDER', 'order'],
  ['LIMIT', 'limit'],
  ['OFFSET', 'limit'],
  ['FETCH', 'limit'],
  ['WINDOW', 'window'],
  ['UNION', 'set-operation'],
  ['EXCEPT', 'set-operation'],
  ['INTERSECT', 'set-operation'],
  ['MINUS', 'set-operation'],
  ['INSERT', 'into'],
  ['INTO', 'into'],
  ['VALUES', 'values'],
  ['UPDATE', 'update'],
  ['SET', 'set'],
  ['DELETE', 'delete'],
  ['CREATE', 'object'],
  ['DROP', 'object'],
  ['ALTER', 'object'],
  ['TRUNCATE', 'object'],
  ['DESCRIBE', 'object'],
  ['TABLE', 'object'],
  ['VIEW', 'object'],
  ['SHOW', 'other'],
  ['CALL', 'other'],
  ['USE', 'other'],
  ['SETTINGS', 'other'],
  ['FORMAT', 'other'],
]);

/** Words of a join; a source follows, or more of them. */
export const JOIN_WORDS: ReadonlySet<string> = new Set(
  (
    'JOIN INNER LEFT RIGHT FULL OUTER CROSS NATURAL LATERAL SEMI ANTI ASOF GLOBAL POSITIONAL ' +
    'STRAIGHT_JOIN APPLY'
  ).split(' '),
);

/** Those behind which a source stands. */
export const BEFORE_SOURCE: ReadonlySet<string> = new Set([
  'JOIN',
  'LATERAL',
  'STRAIGHT_JOIN',
  'APPLY',
  'FROM',
]);

/** Words behind which a value has to follow. */
export const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  (
    'ALL AND ANY AS BETWEEN BY CASE COLLATE DISTINCT ELSE ESCAPE EXISTS FILTER GLOB ILIKE IN IS LIKE MOD NOT NULLS OR OVER PARTITION ' +
    'REGEXP RLIKE SIMILAR SOME THEN TOP WHEN WITHIN XOR'
  ).split(' '),
);

/** Words that are values, or end one. */
export const VALUE_WORDS: ReadonlySet<string> = new Set(
  (
    'ASC CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEFAULT DESC END FALSE LOCALTIME LOCALTIMESTAMP NULL SESSION_USER ' +
    'SYSDATE TRUE'
  ).split(' '),
);

/** Words that may follow a source and are no alias of it. */
export const NOT_ALIASES: ReadonlySet<string> = new Set(
  'AS FINAL FOR FORCE IGNORE MATCH_RECOGNIZE PIVOT QUALIFY SAMPLE TABLESAMPLE UNPIVOT USE WITH WHEN'.split(
    ' ',
  ),
);

/** Words that stand in expressions beside columns and are none: units of time, parts of windows. */
export const SOFT_WORDS: ReadonlySet<string> = new Set(
  (
    'AT BOTH CENTURY CONFLICT CURRENT DAY DAYS DECADE DO DOW DOY EPOCH EXCLUDE FIRST FOLLOWING GROUPING GROUPS HOUR HOURS IGNORE INTERVAL ISODOW KEY LAST LEADING LOCK ' +
    'MICROSECOND MICROSECONDS MILLISECOND MILLISECONDS MINUTE MINUTES MODE MONTH MONTHS NEXT NO NOTHING ONLY ORDINALITY OTHERS PERCENT PRECEDING PRECISION ' +
    'PRIOR QUARTER RANGE RECURSIVE REPLACE RESPECT ROLLUP CUBE ROW ROWS SECOND SECONDS SEPARATOR SETS SHARE SIGNED TIES TIME TIMESTAMP DATE TO ' +
    'TRAILING UNBOUNDED UNKNOWN UNSIGNED VARYING WEEK WEEKS YEAR YEARS ZONE SYMMETRIC'
  ).split(' '),
);
