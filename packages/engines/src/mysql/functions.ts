import { words } from '../sql/words.ts';

/** Functions of MySQL, MariaDB and the servers that speak as they do, which make values of their arguments alone. */
export const VALUES = words(
  'abs acos add_months adddate addtime aes_decrypt aes_encrypt any_value approx_count_distinct approx_percentile array_agg ' +
    'array_contains array_distinct array_join array_length array_max array_min array_sort array_sum asin astext atan atan2 bin ' +
    'bin_to_uuid bit_and bit_count bit_length bit_or bit_xor bitmap_contains bitmap_count bitmap_union bool_and bool_or cast ceil ' +
    'ceiling char char_length character_length charset chr coalesce coercibility collation compress concat concat_ws conv convert ' +
    'convert_tz cos cot count count_if crc32 crc32c cume_dist curdate current_date current_time current_timestamp curtime date ' +
    'date_add date_diff date_format date_sub date_trunc datediff day dayname dayofmonth dayofweek dayofyear days_add days_sub decode ' +
    'default degrees dense_rank elt encode ends_with exp export_set extract extractvalue field find_in_set first_value floor format ' +
    'format_bytes format_pico_time from_base64 from_days from_unixtime geometrycollection geomfromtext get_format get_json_double ' +
    'get_json_int get_json_object get_json_string greatest group_concat grouping hex hll_cardinality hll_union_agg hour hours_add if ' +
    'ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr intersect_count interval is_ipv4 is_ipv4_compat is_ipv4_mapped ' +
    'is_ipv6 is_uuid isnull json_array json_array_append json_array_insert json_array_intersect json_arrayagg json_compact ' +
    'json_contains json_contains_path json_depth json_detailed json_equals json_exists json_extract json_insert json_key_value ' +
    'json_keys json_length json_loose json_merge json_merge_patch json_merge_preserve json_normalize json_object ' +
    'json_object_filter_keys json_object_to_array json_objectagg json_overlaps json_pretty json_query json_quote json_remove ' +
    'json_replace json_schema_valid json_search json_set json_storage_free json_storage_size json_type json_unquote json_valid ' +
    'json_value kdf lag last_day last_value lcase lead least left length lengthb linestring ln localtime localtimestamp locate log ' +
    'log10 log2 lower lpad ltrim make_set makedate maketime map_keys map_values match max max_by mbrcontains mbrcoveredby mbrcovers ' +
    'mbrdisjoint mbrequal mbrequals mbrintersects mbroverlaps mbrtouches mbrwithin md5 median member microsecond mid min min_by ' +
    'minute minutes_add mod month monthname months_add months_between multi_distinct_count multilinestring multipoint multipolygon ' +
    'natural_sort_key ndv ngram_search now nth_value ntile nullif nvl nvl2 oct octet_length ord percent_rank percentile_approx ' +
    'percentile_cont percentile_disc period_add period_diff pi point polygon position pow power quarter quote radians rand ' +
    'random_bytes rank regexp_instr regexp_like regexp_replace regexp_substr repeat replace retention reverse right round row_number ' +
    'rpad rtrim sec_to_time second seconds_add sformat sha sha1 sha2 sign sin soundex space split_part sqrt st_area st_asbinary ' +
    'st_asgeojson st_astext st_aswkb st_aswkt st_boundary st_buffer st_centroid st_collect st_contains st_convexhull st_crosses ' +
    'st_difference st_dimension st_disjoint st_distance st_distance_sphere st_endpoint st_envelope st_equals st_exteriorring ' +
    'st_geohash st_geometryn st_geometrytype st_geomfromgeojson st_geomfromtext st_geomfromwkb st_interiorringn st_intersection ' +
    'st_intersects st_isclosed st_isempty st_isring st_issimple st_isvalid st_latfromgeohash st_latitude st_length st_linefromtext ' +
    'st_longfromgeohash st_longitude st_makeenvelope st_mpointfromtext st_numgeometries st_numinteriorrings st_numpoints st_overlaps ' +
    'st_pointfromgeohash st_pointfromtext st_pointn st_pointonsurface st_polyfromtext st_polygonfromtext st_relate st_simplify ' +
    'st_srid st_startpoint st_swapxy st_symdifference st_touches st_transform st_union st_validate st_within st_x st_y starts_with ' +
    'std stddev stddev_pop stddev_samp str2date str_to_date strcmp subdate substr substring substring_index subtime sum sys_guid ' +
    'sysdate tan time time_bucket time_format time_slice time_to_sec timediff timestamp timestampadd timestampdiff to_base64 to_char ' +
    'to_date to_days to_json to_number to_seconds trim trunc truncate ucase uncompress uncompressed_length unhex unix_timestamp ' +
    'unnest updatexml upper utc_date utc_time utc_timestamp uuid uuid_short uuid_to_bin uuid_v4 uuid_v7 values var_pop var_samp ' +
    'variance vec_distance vec_distance_cosine vec_distance_euclidean vec_fromtext vec_totext week weekday weekofyear weeks_add ' +
    'weight_string window_funnel x y year years_add yearweek',
);

/** Functions that make rows of their arguments alone. */
export const ROWS = words('generate_series json_table unnest');
