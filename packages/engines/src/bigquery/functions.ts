import { words } from '../sql/words.ts';

/** Functions of BigQuery beside the common ones. */
export const VALUES = words(
  'acosh approx_top_count approx_top_sum array array_avg array_concat_agg array_filter array_first array_includes ' +
    'array_includes_all array_includes_any array_is_distinct array_last array_max array_min array_offset array_reverse array_slice ' +
    'array_sum array_transform array_zip asinh atanh bag_of_words bignumeric bit_count bool byte_length code_points_to_bytes ' +
    'code_points_to_string collate contains_substr cosh cosine_distance coth csc csch current_datetime date_bucket ' +
    'date_from_unix_date date_trunc datetime datetime_add datetime_bucket datetime_diff datetime_sub datetime_trunc edit_distance ' +
    'euclidean_distance farm_fingerprint float64 format_date format_datetime format_time format_timestamp from_base32 from_hex ' +
    'generate_array generate_date_array generate_range_array generate_timestamp_array generate_uuid hll_count.extract hll_count.init ' +
    'hll_count.merge hll_count.merge_partial ieee_divide int64 is_inf is_nan json_array_append json_array_insert json_extract_array ' +
    'json_extract_scalar json_extract_string_array json_flatten json_query_array json_remove json_set json_strip_nulls ' +
    'json_value_array justify_days justify_hours justify_interval kll_quantiles.extract_float64 kll_quantiles.extract_int64 ' +
    'kll_quantiles.extract_point_float64 kll_quantiles.init_float64 kll_quantiles.init_int64 kll_quantiles.merge_float64 ' +
    'kll_quantiles.merge_int64 kll_quantiles.merge_point_float64 lax_bool lax_float64 lax_int64 lax_string logical_and logical_or ' +
    'make_interval max_by net.host net.ip_from_string net.ip_net_mask net.ip_to_string net.ip_trunc net.ipv4_from_int64 ' +
    'net.ipv4_to_int64 net.public_suffix net.reg_domain net.safe_ip_from_string normalize normalize_and_casefold numeric offset ' +
    'ordinal parse_bignumeric parse_date parse_datetime parse_numeric parse_time parse_timestamp rand range range_bucket ' +
    'range_contains range_end range_overlaps range_start regexp_extract_all s2_cellidfrompoint s2_coveringcellids safe_add ' +
    'safe_convert_bytes_to_string safe_divide safe_multiply safe_negate safe_offset safe_ordinal safe_subtract sec sech sha512 split ' +
    'st_angle st_area st_asbinary st_asgeojson st_astext st_azimuth st_boundary st_boundingbox st_buffer st_bufferwithtolerance ' +
    'st_centroid st_centroid_agg st_closestpoint st_clusterdbscan st_contains st_convexhull st_coveredby st_covers st_difference ' +
    'st_dimension st_disjoint st_distance st_dump st_dwithin st_endpoint st_equals st_extent st_exteriorring st_geogfrom ' +
    'st_geogfromgeojson st_geogfromtext st_geogfromwkb st_geogpoint st_geogpointfromgeohash st_geohash st_geometrytype ' +
    'st_hausdorffdistance st_interiorrings st_intersection st_intersects st_intersectsbox st_isclosed st_iscollection st_isempty ' +
    'st_isring st_length st_lineinterpolatepoint st_linelocatepoint st_linesubstring st_makeline st_makepolygon st_maxdistance ' +
    'st_npoints st_numgeometries st_numpoints st_perimeter st_pointn st_simplify st_snaptogrid st_startpoint st_touches st_union ' +
    'st_union_agg st_within st_y string string_agg struct text_analyze tf_idf time time_add time_diff time_sub time_trunc ' +
    'timestamp_add timestamp_bucket timestamp_diff timestamp_micros timestamp_millis timestamp_seconds timestamp_sub timestamp_trunc ' +
    'to_base32 to_code_points to_json_string trunc unix_date unix_micros unix_millis unix_seconds',
);
