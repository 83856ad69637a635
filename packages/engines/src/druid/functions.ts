import { words } from '../sql/words.ts';

/** Functions of Druid, Pinot and Elasticsearch beside the common ones. */
export const VALUES = words(
  'abs add ago approx_count_distinct_builtin approx_count_distinct_ds_hll approx_count_distinct_ds_theta approx_quantile ' +
    'approx_quantile_ds approx_quantile_fixed_buckets array array_concat_agg array_offset array_offset_of array_ordinal ' +
    'array_ordinal_of array_overlap array_prepend array_quantile array_set_add array_set_add_all array_slice array_to_mv arrayaverage ' +
    'arrayconcatint arraycontains arraycontainsint arraylength arraymax arraymin arrayslicestring arraysum avgmv bit_length bitand ' +
    'bitnot bitor bitwise_and bitwise_complement bitwise_convert_double_to_long_bits bitwise_convert_long_bits_to_double bitwise_or ' +
    'bitwise_shift_left bitwise_shift_right bitwise_xor bitxor bloom_filter bloom_filter_test boolor cbrt codepoint concat ' +
    'contains_string cosine_distance cosinedistance cot countmv date_histogram dateconvert datetime_format datetime_parse ' +
    'datetimeconvert datetimetrunc datetrunc day_name day_of_month day_of_week day_of_year dayofmonth dayofweek dayofyear ' +
    'decode_base64_complex decode_base64_utf8 decodeurl distinctavg distinctcount distinctcountbitmap distinctcountcpcsketch ' +
    'distinctcounthll distinctcounthllplus distinctcountmv distinctcountrawhll distinctcountrawthetasketch distinctcountsmarthll ' +
    'distinctcountthetasketch distinctcountull distinctsum div dom dow doy ds_cdf ds_get_quantile ds_get_quantiles ds_histogram ' +
    'ds_hll ds_quantile_summary ds_quantiles_sketch ds_rank ds_theta e earliest earliest_by encodeurl exp exprmax exprmin first ' +
    'firstwithtime floor frombase64 fromdatetime fromepochdays fromepochhours fromepochmillis fromepochminutes fromepochseconds ' +
    'funnelcount geotoh3 hammingdistance histogram hll_sketch_estimate hll_sketch_estimate_with_error_bounds hll_sketch_to_string ' +
    'hll_sketch_union hour_of_day human_readable_binary_byte_format human_readable_decimal_byte_format human_readable_decimal_format ' +
    'icontains_string idoy innerproduct insert ipv4_match ipv4_parse ipv4_stringify ipv6_match isjson iso_day_of_week ' +
    'iso_week_of_year isodayofweek isodow isoweek iw iwoy json_extract_key json_match json_merge json_paths jsonextractkey ' +
    'jsonextractscalar jsonformat jsonpath jsonpatharray jsonpathdouble jsonpathlong jsonpathstring kurtosis l1distance l2distance ' +
    'last lastwithtime latest latest_by least ln mad mapvalue match maxmv millis_to_timestamp millisecond minmaxrange minmv ' +
    'minute_of_day minute_of_hour mod month_name month_of_year mult mv_append mv_concat mv_contains mv_filter_none mv_filter_only ' +
    'mv_length mv_offset mv_offset_of mv_ordinal mv_ordinal_of mv_overlap mv_prepend mv_slice mv_to_array mv_to_string parse_long ' +
    'percentile percentile_rank percentileest percentilekll percentilerawest percentilerawtdigest percentilesmarttdigest ' +
    'percentiletdigest query regexp_like regexpextract regexpreplace roundaround safe_divide score second_of_minute ' +
    'segmentpartitioneddistinctcount skewness sqrt st_area st_asbinary st_astext st_aswkt st_contains st_distance st_equals ' +
    'st_geogfromtext st_geometrytype st_geomfromtext st_point st_union st_within st_wkttosql st_y st_z stdistance string_format ' +
    'string_to_mv stringtoh3 strlen strpos stunion sub sum_of_squares summv sumprecision tdigest_generate tdigest_quantile text_match ' +
    'textcat textmatch theta_sketch_estimate theta_sketch_estimate_with_error_bounds theta_sketch_intersect theta_sketch_not ' +
    'theta_sketch_union time_ceil time_extract time_floor time_format time_in_interval time_parse time_shift timeconvert ' +
    'timestamp_to_millis timezonehour timezoneminute to_char to_json_string tobase64 todatetime toepochdays toepochhours ' +
    'toepochmillis toepochminutes toepochseconds try_parse_json urldomain urlpath urlprotocol valuein variance vectordims vectornorm ' +
    'week_of_year yearofweek yow',
);
