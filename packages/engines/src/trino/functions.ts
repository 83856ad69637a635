import { words } from '../sql/words.ts';

/** Functions of Trino, Presto and Athena beside the common ones. */
export const VALUES = words(
  'all_match any_match any_value approx_most_frequent approx_set arbitrary array_agg array_average array_duplicates array_except ' +
    'array_first array_frequency array_has_duplicates array_histogram array_intersect array_last array_max array_min array_sum ' +
    'array_top_n array_union arrays_overlap at_timezone bar beta_cdf bing_tile bing_tile_at bing_tile_coordinates bing_tile_polygon ' +
    'bing_tile_quadkey bing_tile_zoom_level bing_tiles_around bit_length bitwise_and bitwise_and_agg bitwise_left_shift bitwise_not ' +
    'bitwise_or bitwise_or_agg bitwise_right_shift bitwise_right_shift_arithmetic bitwise_xor bitwise_xor_agg cardinality char2hexint ' +
    'checksum codepoint color combinations concat_ws contains_sequence convex_hull_agg cosine_distance cosine_similarity count_if ' +
    'current_timezone date_add date_parse day_of_month day_of_week day_of_year dot_product dow doy e empty_approx_set entropy ' +
    'euclidean_distance features filter find_first find_first_index flatten format_datetime format_number from_base from_base32 ' +
    'from_base64url from_big_endian_32 from_big_endian_64 from_encoded_polyline from_geojson from_geojson_geometry from_hex ' +
    'from_ieee754_32 from_ieee754_64 from_iso8601_date from_iso8601_timestamp from_iso8601_timestamp_nanos from_unixtime_nanos ' +
    'from_utf8 geometric_mean geometry_from_hadoop_shape geometry_invalid_reason geometry_nearest_points geometry_to_bing_tiles ' +
    'geometry_union geometry_union_agg great_circle_distance hamming_distance hash_counts histogram hmac_md5 hmac_sha1 hmac_sha256 ' +
    'hmac_sha512 human_readable_seconds index infinity intersection_cardinality inverse_beta_cdf inverse_normal_cdf ip_prefix ' +
    'ip_subnet_max ip_subnet_min ip_subnet_range is_finite is_infinite is_json_scalar is_nan is_subnet_of jaccard_index ' +
    'json_array_contains json_array_get json_exists json_extract_path json_extract_path_text json_format json_parse json_serialize ' +
    'json_size json_to_array khyperloglog_agg last_day_of_month levenshtein_distance line_interpolate_point line_interpolate_points ' +
    'line_locate_point luhn_check make_set_digest map map_agg map_concat map_entries map_except map_filter map_from_entries ' +
    'map_keys_by_top_n_values map_normalize map_subset map_top_n map_union map_zip_with merge merge_set_digest millisecond ' +
    'multimap_agg multimap_from_entries murmur3 nan ngrams none_match normal_cdf normalize numeric_histogram parse_data_size ' +
    'parse_datetime parse_duration parse_presto_data_size qdigest_agg quantile_at_value random_string rands reduce reduce_agg ' +
    'regexp_position regexp_split regress remove_nulls replace_first rgb secure_rand secure_random sequence set_agg set_union sha512 ' +
    'shuffle simplify_geometry slice spatial_partitions split_part split_to_map split_to_multimap spooky_hash_v2_32 spooky_hash_v2_64 ' +
    'st_area st_asbinary st_astext st_boundary st_buffer st_centroid st_contains st_convexhull st_coorddim st_crosses st_difference ' +
    'st_dimension st_disjoint st_distance st_endpoint st_envelope st_envelopeaspts st_equals st_exteriorring st_geometries ' +
    'st_geometryfromtext st_geometryn st_geometrytype st_geomfrombinary st_geomfromtext st_interiorringn st_interiorrings ' +
    'st_intersection st_intersects st_isclosed st_isempty st_isring st_issimple st_isvalid st_length st_linefromtext st_linestring ' +
    'st_multipoint st_numgeometries st_numinteriorring st_numpoints st_overlaps st_point st_pointn st_points st_polygon st_relate ' +
    'st_startpoint st_symdifference st_touches st_union st_within st_xmax st_xmin st_y st_ymax st_ymin strrpos subscript tdigest_agg ' +
    'timestamp_objectid timezone timezone_hour timezone_minute to_base to_base32 to_base64url to_big_endian_32 to_big_endian_64 ' +
    'to_encoded_polyline to_geojson_geometry to_geometry to_ieee754_32 to_ieee754_64 to_iso8601 to_milliseconds ' +
    'to_spherical_geography to_unixtime to_utf8 transform transform_keys transform_values trim_array truncate url_decode url_encode ' +
    'url_extract_fragment url_extract_host url_extract_parameter url_extract_path url_extract_port url_extract_protocol ' +
    'url_extract_query value_at_quantile values_at_quantiles week_of_year wilson_interval_lower wilson_interval_upper with_timezone ' +
    'word_stem xxhash64 year_of_week yow zip zip_with',
);
