function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/**
 * Words of SQL's own grammar behind which a bracket is no call of a function that could be anybody's. Those that are
 * written like calls (`CAST`, `EXTRACT`) do nothing but what they say in every engine.
 */
export const GRAMMAR: ReadonlySet<string> = words(
  'and or not in is like ilike rlike glob similar to between exists any some all case when then else end as on using where having select ' +
    'distinct from join by over filter group within partition limit offset fetch first next union intersect except minus all with values row ' +
    'array map struct interval cast try_cast safe_cast extract trim substring position overlay coalesce nullif collate div mod xor rollup ' +
    'cube sets top columns exclude rename pivot unpivot for lateral table apply escape return returning order range rows groups ' +
    'window materialized recursive tablesample sample bernoulli reservoir repeatable index key keys ignore force option nulls keep ' +
    'qualify prewhere final settings measures define pattern match_recognize subset only default primary unique check references ' +
    'constraint foreign engine set into against asof semi anti exact treat grouping of',
);

/** Types: a bracket behind one holds its length, or makes a value of it. */
export const TYPES: ReadonlySet<string> = words(
  'varchar nvarchar char nchar character varying bpchar decimal numeric dec number float double precision real binary varbinary varchar2 ' +
    'nvarchar2 raw text string bytes blob datetime datetime2 datetimeoffset smalldatetime date time timetz timestamp timestamptz ' +
    'timestamp_ntz timestamp_ltz timestamp_tz datetime64 bit varbit boolean bool tinyint smallint mediumint int integer bigint hugeint int2 ' +
    'int4 int8 float4 float8 float32 float64 uint8 uint16 uint32 uint64 int16 int32 int64 int128 int256 uint128 uint256 decimal32 decimal64 ' +
    'decimal128 decimal256 fixedstring nullable lowcardinality tuple nested enum enum8 enum16 variant dynamic object list json jsonb uuid ' +
    'signed unsigned year money bignumeric bigdecimal',
);

/** Functions of the standard that are called without brackets, and tell of the connection. */
export const BARE_CALLS: ReadonlySet<string> = words(
  'current_user session_user system_user current_role current_schema current_catalog current_database',
);

/** Types of PostgreSQL that look names up, so that a cast tells what there is. */
export const LOOKING_TYPES: ReadonlySet<string> = words(
  'regclass regproc regprocedure regoper regoperator regrole regnamespace',
);

/** Words that begin a query inside brackets. */
export const QUERY_WORDS: ReadonlySet<string> = words('select with');
