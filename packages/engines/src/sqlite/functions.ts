import { words } from '../sql/words.ts';

/** Functions of SQLite that make values of their arguments alone. */
export const VALUES = words(
  'abs acos acosh asin asinh atan atan2 atanh avg bm25 cbrt ceil ceiling char coalesce concat concat_ws cos cosh count cume_dist ' +
    'current_date current_time current_timestamp date datetime decimal decimal_add decimal_mul decimal_sub decimal_sum degrees ' +
    'dense_rank exp first_value floor format geopoly_area geopoly_bbox geopoly_blob geopoly_ccw geopoly_contains_point ' +
    'geopoly_group_bbox geopoly_json geopoly_overlap geopoly_regular geopoly_svg geopoly_within geopoly_xform glob group_concat hex ' +
    'highlight if ifnull iif instr json json_array json_array_insert json_array_length json_error_position json_extract ' +
    'json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set ' +
    'json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert ' +
    'jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag last_value lead length like likelihood likely ln log ' +
    'log10 log2 lower ltrim max median min mod nth_value ntile nullif octet_length percent_rank percentile percentile_cont ' +
    'percentile_disc pi pow power printf quote radians random randomblob rank regexp regexp_like replace round row_number rtrim sha1 ' +
    'sha3 sign sin sinh snippet soundex sqrt stddev strftime string_agg strpos substr substring subtype sum tan tanh time timediff ' +
    'total trim trunc typeof unhex unicode unistr unistr_quote unixepoch unlikely upper uuid variance zeroblob',
);

/** Functions that make rows of their arguments alone. */
export const ROWS = words('generate_series json_each json_tree jsonb_each jsonb_tree');
