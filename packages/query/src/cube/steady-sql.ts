import type { Lexical } from '../dialect.ts';
import { type Token, tokenize, UnfinishedText } from '../sql/tokens.ts';

/**
 * Words that a bracket may follow: grammar, types, and functions whose value follows from their arguments alone, whatever
 * the order of rows, the time and who asks.
 */
const CALLS = new Set(
  (
    'and or not in on using from join where having select as by then when else case all any exists union intersect except with ' +
    'values cast try_cast extract decimal numeric varchar char text ' +
    'sum count min max avg coalesce nullif ifnull if greatest least abs sign ceil ceiling floor round trunc mod sqrt power pow ln log ' +
    'log10 log2 exp upper lower ucase lcase trim ltrim rtrim length strlen char_length substring substr left right replace concat ' +
    'concat_ws lpad rpad reverse repeat split_part starts_with ends_with prefix suffix contains instr strpos position regexp_matches ' +
    'regexp_replace regexp_extract regexp_full_match date_trunc datetrunc date_part datepart date_diff datediff date_add date_sub ' +
    'year quarter month week day dayofweek dayofyear isodow isoyear weekofyear hour minute second millisecond epoch epoch_ms epoch_us ' +
    'make_date make_timestamp make_timestamp_ms to_days to_hours to_minutes to_months to_seconds to_weeks to_years to_timestamp ' +
    'strftime strptime dayname monthname last_day time_bucket md5 hash bool_and bool_or count_if countif'
  ).split(' '),
);

/** Words that make an answer depend on the order of rows, the moment, who asks, or on a comparison of texts of their own. */
const UNSTEADY = new Set(
  (
    'limit offset fetch sample tablesample over window qualify collate pivot unpivot positional asof lateral recursive top ' +
    'current_date current_time current_timestamp localtime localtimestamp current_user session_user system_user user current_role ' +
    'current_schema current_catalog current_database generated ignore respect filter within default'
  ).split(' '),
);
const UNSTEADY_TEXTS = new Set(['now', 'today', 'tomorrow', 'yesterday']);

/**
 * Whether SQL gives the same for the same rows, however often and in whatever order of rows it is asked. A list of what is
 * known to be so: what is not on it is not steady.
 */
export function isSteady(sql: string, lexical: Lexical): boolean {
  let tokens: Token[];
  try {
    tokens = tokenize(sql, lexical).filter(({ kind }) => kind !== 'comment');
  } catch (error) {
    if (error instanceof UnfinishedText) return false;
    throw error;
  }
  return tokens.every((token, place) => isSteadyToken(token, tokens[place + 1], tokens[place - 1]));
}

function isSteadyToken({ kind, text }: Token, next: Token | undefined, before: Token | undefined): boolean {
  const calls = next?.text === '(';
  const word = text.toLowerCase();
  if (kind === 'identifier') return !calls || before?.text.toLowerCase() === 'as';
  if (kind === 'string') return !UNSTEADY_TEXTS.has(word.slice(1, -1).trim());
  if (kind !== 'word') return true;
  if (UNSTEADY.has(word)) return false;
  if (word === 'distinct' && next?.text.toLowerCase() === 'on') return false;
  return !calls || CALLS.has(word);
}
