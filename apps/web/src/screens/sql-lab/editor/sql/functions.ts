import type { SqlStyle } from './style.ts';

/** A function that may be called. */
export interface SqlFunction {
  name: string;
  /** What it is given, e.g. `unit, moment`; undefined where only the name is known. */
  args: string | undefined;
  /** What it does, in a few words. */
  about: string | undefined;
}

/** `name(arguments) what it does`, one a line. */
const COMMON = `
count(*) how many rows
sum(value) the sum
avg(value) the average
min(value) the smallest
max(value) the largest
coalesce(value, ...) the first that is not null
round(number, digits) rounded
nullif(value, other) null where both are the same
cast(value AS type) as another type
lower(text) in small letters
upper(text) in capital letters
trim(text) without blanks around it
length(text) how many characters
replace(text, what, by) with a part replaced
abs(number) without its sign
floor(number) rounded down
ceil(number) rounded up
power(base, exponent) a power
sqrt(number) the square root
exp(number) e to that power
ln(number) the natural logarithm
mod(number, by) what is left of a division
sign(number) -1, 0 or 1
concat(text, ...) joined together
row_number() OVER: counts rows
rank() OVER: the place, with gaps
dense_rank() OVER: the place, without gaps
percent_rank() OVER: the place between 0 and 1
cume_dist() OVER: the share of rows up to here
ntile(buckets) OVER: in as many parts
lag(value, offset, default) OVER: of a row before
lead(value, offset, default) OVER: of a row after
first_value(value) OVER: of the first row
last_value(value) OVER: of the last row
nth_value(value, n) OVER: of the nth row
stddev_samp(value) the deviation of a sample
stddev_pop(value) the deviation of all
var_samp(value) the variance of a sample
var_pop(value) the variance of all
sin(number) the sine
cos(number) the cosine
tan(number) the tangent
atan2(y, x) the angle
pi() 3.14159…
`;

const STANDARD = `
substring(text, start, length) a part of a text
greatest(value, ...) the largest of them
least(value, ...) the smallest of them
left(text, length) its beginning
right(text, length) its end
lpad(text, length, fill) filled up on the left
rpad(text, length, fill) filled up on the right
position(part IN text) where a part stands
extract(unit FROM moment) a part of a moment
current_date() today
now() this moment
reverse(text) from behind
repeat(text, times) several times
md5(text) a hash
random() a number from 0 to 1
log(number) a logarithm
`;

const POSTGRES = `
date_trunc(unit, moment) the beginning of its day, month …
to_char(value, format) as text
to_date(text, format) a day of a text
to_timestamp(text, format) a moment of a text
age(moment, other) the time between
date_part(unit, moment) a part of a moment
string_agg(value, separator) all values in a text
array_agg(value) all values in an array
split_part(text, separator, n) one part of several
regexp_replace(text, pattern, by, flags) with what fits replaced
regexp_matches(text, pattern) what fits
generate_series(first, last, step) rows from first to last
unnest(array) a row for each member
percentile_cont(share) WITHIN GROUP: a percentile
initcap(text) with capitals at the beginning of words
strpos(text, part) where a part stands
bool_and(value) whether all are true
bool_or(value) whether any is true
jsonb_build_object(name, value, ...) an object
json_agg(value) all values in JSON
`;

const DUCKDB = `
date_trunc(unit, moment) the beginning of its day, month …
date_diff(unit, first, last) how many units lie between
date_part(unit, moment) a part of a moment
strftime(moment, format) as text
strptime(text, format) a moment of a text
string_agg(value, separator) all values in a text
list(value) all values in a list
array_agg(value) all values in a list
median(value) the middle one
quantile_cont(value, share) a quantile
approx_count_distinct(value) about how many different ones
arg_max(value, by) of the row where another is largest
arg_min(value, by) of the row where another is smallest
any_value(value) any of them
count_if(condition) how many are so
regexp_matches(text, pattern) whether it fits
regexp_extract(text, pattern, group) what fits
regexp_replace(text, pattern, by) with what fits replaced
split_part(text, separator, n) one part of several
generate_series(first, last, step) rows from first to last
range(first, last, step) rows up to last
unnest(list) a row for each member
list_transform(list, x -> value) each member changed
list_filter(list, x -> condition) members that are so
struct_pack(name := value) a structure
json_extract(json, path) a part of JSON
json_extract_string(json, path) a part of JSON as text
make_date(year, month, day) a day
last_day(date) the last day of its month
epoch_ms(moment) milliseconds since 1970
`;

const MYSQL = `
date_format(moment, format) as text
str_to_date(text, format) a moment of a text
date_add(moment, INTERVAL n unit) later
date_sub(moment, INTERVAL n unit) earlier
datediff(last, first) how many days lie between
timestampdiff(unit, first, last) how many units lie between
group_concat(value) all values in a text
concat_ws(separator, text, ...) joined with a separator
ifnull(value, instead) another where it is null
if(condition, value, otherwise) one of two
curdate() today
unix_timestamp(moment) seconds since 1970
from_unixtime(seconds) a moment
year(moment) its year
month(moment) its month
day(moment) its day
hour(moment) its hour
dayofweek(moment) its day of the week
last_day(moment) the last day of its month
substring_index(text, separator, n) up to a separator
json_extract(json, path) a part of JSON
json_unquote(json) a text of JSON
`;

const SQLITE = `
date(moment, modifier, ...) a day
datetime(moment, modifier, ...) a moment
strftime(format, moment, modifier, ...) as text
julianday(moment) a number of days
unixepoch(moment) seconds since 1970
group_concat(value, separator) all values in a text
ifnull(value, instead) another where it is null
iif(condition, value, otherwise) one of two
substr(text, start, length) a part of a text
instr(text, part) where a part stands
printf(format, value, ...) laid out
json_extract(json, path) a part of JSON
json_group_array(value) all values in JSON
total(value) the sum, 0 of nothing
random() a whole number
`;

const CLICKHOUSE = `
toStartOfDay(moment) the beginning of its day
toStartOfHour(moment) the beginning of its hour
toStartOfMonth(moment) the first day of its month
toStartOfInterval(moment, INTERVAL n unit) the beginning of a step
toYYYYMM(moment) year and month as a number
toDate(value) a day
toDateTime(value) a moment
toString(value) as text
formatDateTime(moment, format) as text
dateDiff(unit, first, last) how many units lie between
uniq(value) about how many different ones
uniqExact(value) how many different ones
countIf(condition) how many are so
sumIf(value, condition) the sum of those that are so
avgIf(value, condition) the average of those that are so
quantile(share)(value) a quantile
argMax(value, by) of the row where another is largest
argMin(value, by) of the row where another is smallest
any(value) any of them
groupArray(value) all values in an array
arrayJoin(array) a row for each member
arrayMap(x -> value, array) each member changed
if(condition, value, otherwise) one of two
multiIf(condition, value, ..., otherwise) one of several
splitByChar(separator, text) parts in an array
JSONExtractString(json, name) a part of JSON as text
`;

const MSSQL = `
dateadd(unit, n, moment) later
datediff(unit, first, last) how many units lie between
datepart(unit, moment) a part of a moment
datetrunc(unit, moment) the beginning of its day, month …
eomonth(moment) the last day of its month
getdate() this moment
sysdatetime() this moment, finer
convert(type, value, style) as another type
try_cast(value AS type) as another type, or null
isnull(value, instead) another where it is null
iif(condition, value, otherwise) one of two
len(text) how many characters
charindex(part, text) where a part stands
string_agg(value, separator) all values in a text
format(value, format) as text
left(text, length) its beginning
right(text, length) its end
substring(text, start, length) a part of a text
year(moment) its year
month(moment) its month
day(moment) its day
stdev(value) the deviation of a sample
count_big(*) how many rows
`;

const OF_BACKEND: Readonly<Record<string, string>> = {
  postgresql: STANDARD + POSTGRES,
  redshift: STANDARD + POSTGRES,
  cockroachdb: STANDARD + POSTGRES,
  duckdb: STANDARD + DUCKDB,
  motherduck: STANDARD + DUCKDB,
  mysql: STANDARD + MYSQL,
  mariadb: STANDARD + MYSQL,
  starrocks: STANDARD + MYSQL,
  doris: STANDARD + MYSQL,
  sqlite: SQLITE,
  clickhouse: CLICKHOUSE,
  clickhousedb: CLICKHOUSE,
  mssql: MSSQL,
};

const read = new Map<string, readonly SqlFunction[]>();

/** The functions that people call most in an engine, the most frequent first. */
export function functionsOf(backend: string | undefined): readonly SqlFunction[] {
  const key = backend ?? '';
  const known = read.get(key) ?? linesOf(COMMON + (OF_BACKEND[key] ?? STANDARD));
  read.set(key, known);
  return known;
}

function linesOf(lines: string): SqlFunction[] {
  return lines.split('\n').flatMap((line) => {
    const [, name, args, about] = /^(\w+)\((.*?)\) (.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, args, about }];
  });
}

/** Those that the database names itself, beside those that are known here. */
export function withNames(known: readonly SqlFunction[], names: readonly string[]): readonly SqlFunction[] {
  if (names.length === 0) return known;
  const there = new Set(known.map(({ name }) => name.toLowerCase()));
  const more = names.filter((name) => /^\w+$/.test(name) && !there.has(name.toLowerCase()));
  return [...known, ...more.map((name) => ({ name, args: undefined, about: undefined }))];
}

/** How a call is written: functions of engines that keep the case of names keep theirs. */
export function calledIn(name: string, { folds }: SqlStyle): string {
  return folds === 'upper' ? name.toUpperCase() : name;
}
