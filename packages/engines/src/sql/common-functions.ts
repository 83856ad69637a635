import { words } from './words.ts';

/** Functions of values, aggregates and windows that engines share by name and meaning. */
export const COMMON_VALUES = words(
  'abs acos acosh add_months age any_value approx_count_distinct approx_distinct approx_percentile approx_quantiles array_agg ' +
    'array_append array_concat array_contains array_distinct array_join array_length array_position array_remove array_sort ' +
    'array_to_string ascii asin asinh atan atan2 atanh avg bit_and bit_count bit_length bit_or bit_xor bool_and bool_or btrim ' +
    'cardinality cbrt ceil ceiling char char_length character_length chr coalesce concat concat_ws contains corr cos cosh cot count ' +
    'count_if countif covar_pop covar_samp crc32 cume_dist curdate current_date current_time current_timestamp curtime date date_add ' +
    'date_diff date_format date_part date_sub date_trunc dateadd datediff datepart day dayname dayofmonth dayofweek dayofyear ' +
    'days_between decode degrees dense_rank div element_at encode ends_with endswith every exp extract first first_value floor format ' +
    'from_base64 from_unixtime generate_uuid getdate greatest group_concat grouping grouping_id hash hex hour hypot if iff ifnull iif ' +
    'initcap instr isnan isnull json_array json_array_length json_extract json_extract_scalar json_keys json_object json_query ' +
    'json_type json_valid json_value kurtosis lag last last_day last_value lcase lead least left len length levenshtein listagg ln ' +
    'localtime localtimestamp locate log log10 log1p log2 lower lpad ltrim make_date make_timestamp map_keys map_values max max_by ' +
    'md5 median mid min min_by minute mod mode month monthname months_between next_day now nth_value ntile nullif nullifzero nvl nvl2 ' +
    'octet_length ord parse_json percent_rank percentile percentile_cont percentile_disc pi position pow power quarter quote radians ' +
    'rand random rank regexp_contains regexp_count regexp_extract regexp_extract_all regexp_instr regexp_like regexp_replace ' +
    'regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse ' +
    'right round row_number rpad rtrim second sha1 sha2 sha256 sha512 sign sin sinh size skewness sort_array soundex space split ' +
    'split_part sqrt square starts_with startswith std stddev stddev_pop stddev_samp str_to_date strftime string_agg string_to_array ' +
    'strpos substr substring substring_index sum sysdate tan tanh time timediff timestamp timestampadd timestampdiff to_base64 ' +
    'to_char to_date to_hex to_json to_number to_timestamp today translate trim trunc truncate try typeof ucase unhex unicode ' +
    'unix_timestamp unnest upper uuid var_pop var_samp variance week weekday weekofyear width_bucket year yearweek zeroifnull',
);

/** Functions that make rows of their arguments alone, under the names that engines share. */
export const COMMON_ROWS = words('explode flatten generate_series posexplode range sequence unnest');
