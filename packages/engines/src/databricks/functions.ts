import { words } from '../sql/words.ts';

/** Functions of Databricks, Spark, Hive and Impala beside the common ones. */
export const VALUES = words(
  'adddate aggregate any approx_top_k appx_median array_compact array_except array_insert array_intersect array_max array_min ' +
    'array_prepend array_repeat array_reverse array_size array_union arrays_overlap arrays_zip base64 bigint bin binary bit_get ' +
    'bit_reverse bitmap_bit_position bitmap_bucket_number bitmap_construct_agg bitmap_count bitmap_or_agg bitwise_not bool_and bround ' +
    'btrim cardinality ceil charindex collate collect_list collect_set concat conv convert_timezone cot count_if count_min_sketch csc ' +
    'current_timezone date date_from_unix_date date_part dateadd datediff dayofweek days_add decode div double e elt encode ' +
    'equal_null exists expm1 factorial filter find_in_set flatten float fnv_hash forall format_number format_string from_csv ' +
    'from_json from_timestamp from_utc_timestamp from_xml get get_json_object getbit group_concat h3_boundaryasgeojson ' +
    'h3_boundaryaswkt h3_centeraswkt h3_distance h3_h3tostring h3_hexring h3_ischildof h3_kring h3_latlongash3 h3_longlatash3 ' +
    'h3_longlatash3string h3_polyfillash3 h3_resolution h3_stringtoh3 h3_tochildren h3_toparent histogram_numeric hll_sketch_agg ' +
    'hll_sketch_estimate hll_union hll_union_agg hours_add hypot ilike inline inline_outer int int_months_between is_variant_null ' +
    'isfalse isnotfalse isnotnull isnottrue istrue json_object_keys json_tuple kurtosis len ltrim luhn_check make_dt_interval ' +
    'make_interval make_timestamp_ltz make_timestamp_ntz make_ym_interval map_concat map_contains_key map_entries map_filter ' +
    'map_from_arrays map_from_entries map_zip_with mask mode months_add murmur_hash named_struct nanvl ndv negative nonnullvalue now ' +
    'nullvalue overlay parse_json parse_url percentile_approx pmod posexplode positive printf randn randstr reduce regexp ' +
    'regexp_count regexp_escape regr_avgx rint rlike row_number schema_of_csv schema_of_json schema_of_variant schema_of_xml sec ' +
    'sequence session_window sha shiftleft shiftright shiftrightunsigned shuffle signum slice smallint some sort_array split st_area ' +
    'st_asbinary st_asgeojson st_astext st_aswkb st_aswkt st_buffer st_centroid st_contains st_convexhull st_difference st_distance ' +
    'st_distancesphere st_envelope st_equals st_geogfromtext st_geomfromgeojson st_geomfromtext st_geomfromwkb st_intersection ' +
    'st_intersects st_length st_perimeter st_point st_touches st_transform st_union st_within st_y stack std str_to_map string struct ' +
    'subdate sum timestamp_cmp timestamp_micros timestamp_millis timestamp_seconds tinyint to_binary to_csv to_time to_unix_timestamp ' +
    'to_utc_timestamp to_varchar to_variant_object to_xml transform transform_keys transform_values trunc try_add try_avg try_divide ' +
    'try_element_at try_mod try_multiply try_parse_json try_subtract try_sum try_to_binary try_to_date try_to_number try_to_timestamp ' +
    'try_url_decode try_variant_get typeof unbase64 uniform unix_date unix_micros unix_millis unix_seconds url_decode url_encode ' +
    'utc_timestamp variant_get weekofyear window window_time xpath xpath_boolean xpath_double xpath_float xpath_int xpath_long ' +
    'xpath_number xpath_short xpath_string xxhash64 zeroifnull zip_with',
);

/** Functions that make rows of their arguments alone. */
export const ROWS = words(
  'explode explode_outer inline inline_outer json_tuple parse_url_tuple posexplode posexplode_outer range stack variant_explode',
);
