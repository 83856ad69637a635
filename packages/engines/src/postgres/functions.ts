import { words } from '../sql/words.ts';

/** Functions of PostgreSQL, of its common extensions and of Redshift that make values of their arguments alone. */
export const VALUES = words(
  'abbrev abs acos acosd acosh add_months age akeys any_value approx_percentile approximate area array_agg array_append array_cat ' +
    'array_dims array_fill array_length array_lower array_ndims array_position array_positions array_prepend array_remove ' +
    'array_replace array_reverse array_sample array_shuffle array_sort array_to_json array_to_string array_to_tsvector array_upper ' +
    'arraycontains ascii asin asind asinh atan atan2 atan2d atand atanh avals avg bit bit_and bit_count bit_length bit_or bit_xor ' +
    'bool bool_and bool_or box bpchar bpcharcmp btrim cardinality casefold cash_words cbrt ceil ceiling center char_length ' +
    'character_length charindex chr cidr circle clock_timestamp concat concat_ws convert convert_from convert_timezone convert_to ' +
    'corr cos cosd cosh cot cotd count covar_pop covar_samp crc32 crc32c cume_dist current_date current_time current_timestamp date ' +
    'date_add date_bin date_cmp date_part date_part_year date_subtract date_trunc dateadd datediff datemultirange daterange decode ' +
    'degrees dense_rank diagonal diameter difference div dmetaphone encode enum_first enum_last enum_range erf erfc every exp extract ' +
    'factorial family first first_value float4 float8 floor format func_sha1 gamma gcd gen_random_uuid get_bit get_byte getdate ' +
    'greatest hashtext hashtextextended height host hostmask hstore if ifnull initcap int2 int4 int4multirange int4range int8 ' +
    'int8multirange int8range interval is_normalized is_valid_json is_valid_json_array isclosed isempty isfinite ishorizontal isnull ' +
    'isopen isparallel isperp isvertical json_agg json_agg_strict json_array json_array_length json_arrayagg json_build_array ' +
    'json_build_object json_exists json_extract_array_element_text json_extract_path json_extract_path_text json_object ' +
    'json_object_agg json_object_agg_strict json_object_agg_unique json_object_agg_unique_strict json_objectagg json_parse ' +
    'json_populate_record json_query json_scalar json_serialize json_strip_nulls json_to_record json_to_tsvector json_typeof ' +
    'json_value jsonb_agg jsonb_agg_strict jsonb_array_length jsonb_build_array jsonb_build_object jsonb_concat jsonb_contains ' +
    'jsonb_delete_path jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg jsonb_object_agg_strict ' +
    'jsonb_object_agg_unique jsonb_object_agg_unique_strict jsonb_path_exists jsonb_path_exists_tz jsonb_path_match ' +
    'jsonb_path_match_tz jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz ' +
    'jsonb_populate_record jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_tsvector jsonb_typeof ' +
    'justify_days justify_hours justify_interval lag last last_day last_value lcm lead least left len length levenshtein lgamma like ' +
    'line listagg ln localtime localtimestamp log log10 lower lower_inc lower_inf lpad lseg ltrim macaddr macaddr8 macaddr8_set7bit ' +
    'make_date make_interval make_time make_timestamp make_timestamptz masklen max md5 median metaphone min min_scale mod mode money ' +
    'months_between multirange netmask network next_day normalize now npoints nth_value ntile num_nonnulls num_nulls numeric ' +
    'nummultirange numnode numrange nvl nvl2 octet_length overlaps overlay parse_ident path percent_rank percentile_cont ' +
    'percentile_disc pg_column_size pg_size_bytes pg_size_pretty pg_typeof phraseto_tsquery pi plainto_tsquery point polygon position ' +
    'pow power querytree quote_ident quote_literal quote_nullable radians radius random random_normal range_agg range_contains ' +
    'range_intersect_agg range_merge rank ratio_to_report regexp_count regexp_instr regexp_like regexp_match regexp_replace ' +
    'regexp_split_to_array regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy ' +
    'repeat replace replicate reverse right round row_number row_to_json rpad rtrim scale set_bit set_byte set_masklen setweight sha1 ' +
    'sha2 sha224 sha256 sha384 sha512 show_trgm sign similarity sin sind sinh slope soundex split_part sqrt starts_with ' +
    'statement_timestamp stddev stddev_pop stddev_samp strict_word_similarity string_agg string_to_array strip strpos strtol substr ' +
    'substring sum sysdate tan tand tanh text textcat texttoint_alt time time_bucket timeofday timestamp timestamp_cmp timestamptz ' +
    'timetz timezone to_ascii to_bin to_char to_date to_hex to_json to_jsonb to_number to_oct to_timestamp to_tsquery to_tsvector ' +
    'transaction_timestamp translate trim_array trim_scale trunc ts_delete ts_filter ts_headline ts_rank ts_rank_cd tsmultirange ' +
    'tsquery_phrase tsrange tstzmultirange tstzrange tsvector_to_array unaccent unistr unnest upper upper_inc upper_inf ' +
    'uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7 var_pop var_samp varbit varchar variance websearch_to_tsquery width ' +
    'width_bucket word_similarity xml xml_is_well_formed xml_is_well_formed_content xml_is_well_formed_document xmlagg xmlcomment ' +
    'xmlconcat xmlelement xmlexists xmlforest xmlparse xmlpi xmlroot xmlserialize xmltext xpath xpath_exists',
);

/** Functions that make rows of their arguments alone. */
export const ROWS = words(
  'generate_series generate_subscripts json_array_elements json_array_elements_text json_each json_each_text json_object_keys ' +
    'json_populate_recordset json_table json_to_recordset jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text ' +
    'jsonb_object_keys jsonb_path_query jsonb_path_query_tz jsonb_populate_recordset jsonb_to_recordset regexp_matches ' +
    'regexp_split_to_table skeys string_to_table svals xmltable',
);
