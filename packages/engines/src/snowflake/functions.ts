import { words } from '../sql/words.ts';

/** Functions of Snowflake beside the common ones. */
export const VALUES = words(
  'approx_percentile_accumulate approx_percentile_combine approx_percentile_estimate approx_top_k approximate_jaccard_index ' +
    'approximate_similarity array_cat array_compact array_construct array_construct_compact array_except array_flatten ' +
    'array_generate_range array_insert array_intersection array_max array_min array_prepend array_remove_at array_reverse array_size ' +
    'array_slice array_union_agg array_unique_agg arrays_overlap arrays_to_object arrays_zip as_array as_binary as_boolean as_char ' +
    'as_date as_decimal as_double as_integer as_number as_object as_real as_time as_timestamp_ltz as_timestamp_ntz as_timestamp_tz ' +
    'as_varchar base64_decode_binary base64_decode_string base64_encode bitand bitand_agg bitmap_bit_position bitmap_bucket_number ' +
    'bitmap_construct_agg bitmap_count bitmap_or_agg bitnot bitor bitor_agg bitshift bitshiftleft bitshiftright bitxor bitxor_agg ' +
    'booland booland_agg boolnot boolor boolor_agg boolxor boolxor_agg charindex check_json check_xml collate collation compress ' +
    'concat conditional_change_event conditional_true_event contains convert_timezone date_from_parts datediff datefromparts dayname ' +
    'dayofweekiso dayofyear decfloat decompress_binary decompress_string div0 div0null editdistance equal_null factorial filter get ' +
    'get_ignore_case get_path getbit h3_cell_to_boundary h3_cell_to_children h3_cell_to_parent h3_cell_to_point h3_coverage ' +
    'h3_grid_disk h3_grid_distance h3_int_to_string h3_is_valid_cell h3_latlng_to_cell h3_latlng_to_cell_string h3_point_to_cell ' +
    'h3_string_to_int hash_agg haversine hex_decode_binary hex_decode_string hex_encode hll hll_accumulate hll_combine hll_estimate ' +
    'hll_export hll_import ilike insert is_array is_binary is_boolean is_char is_date is_date_value is_decimal is_double is_integer ' +
    'is_null_value is_object is_real is_time is_timestamp_ltz is_timestamp_ntz is_timestamp_tz is_varchar jarowinkler_similarity ' +
    'json_extract_path_text like_all like_any map_cat map_contains_key map_delete map_insert map_pick map_size md5_binary md5_hex ' +
    'md5_number_lower64 md5_number_upper64 minhash minhash_combine monthname normal object_agg object_construct ' +
    'object_construct_keep_null object_delete object_insert object_keys object_pick parse_ip parse_url parse_xml previous_day randstr ' +
    'ratio_to_report reduce regexp regexp_substr_all rlike rtrimmed_length seq1 seq2 seq4 seq8 sha1_binary sha1_hex sha2_binary ' +
    'sha2_hex soundex_p123 split_to_array st_area st_asgeojson st_astext st_aswkb st_aswkt st_azimuth st_buffer st_centroid ' +
    'st_collect st_contains st_coveredby st_covers st_difference st_dimension st_disjoint st_distance st_dwithin st_endpoint ' +
    'st_envelope st_geogfromgeohash st_geogfromtext st_geographyfromwkt st_geohash st_geometryfromwkt st_geompointfromgeohash ' +
    'st_hausdorffdistance st_intersection st_intersection_agg st_intersects st_isvalid st_length st_makeline st_makepoint ' +
    'st_makepolygon st_npoints st_numpoints st_perimeter st_point st_pointn st_polygon st_setsrid st_simplify st_srid st_startpoint ' +
    'st_symdifference st_transform st_union st_union_agg st_within st_xmax st_xmin st_y st_ymax st_ymin strip_null_value strtok ' +
    'strtok_to_array systimestamp time_from_parts time_slice timeadd timefromparts timestamp_from_parts timestamp_ltz_from_parts ' +
    'timestamp_ntz_from_parts timestamp_tz_from_parts timestampfromparts to_array to_binary to_boolean to_decimal to_double ' +
    'to_geography to_geometry to_numeric to_object to_time to_timestamp_ltz to_timestamp_ntz to_timestamp_tz to_varchar to_variant ' +
    'to_xml transform trunc try_base64_decode_binary try_base64_decode_string try_hex_decode_binary try_hex_decode_string ' +
    'try_parse_json try_to_binary try_to_boolean try_to_date try_to_decimal try_to_double try_to_geography try_to_geometry ' +
    'try_to_number try_to_numeric try_to_time try_to_timestamp try_to_timestamp_ltz try_to_timestamp_ntz try_to_timestamp_tz uniform ' +
    'uuid_string vector_cosine_similarity vector_inner_product vector_l2_distance weekiso xmlget yearofweek yearofweekiso zipf',
);

/** Functions that make rows of their arguments alone. */
export const ROWS = words('flatten generator split_to_table strtok_split_to_table');
