import { words } from '../sql/words.ts';

/** Functions of Oracle Database beside the common ones. */
export const VALUES = words(
  'appendchildxml approx_count approx_median approx_rank approx_sum asciistr bin_to_num bit_and_agg bit_or_agg bit_xor_agg bitand ' +
    'boolean_and_agg boolean_or_agg chartorowid checksum collation collect compose convert cosine_distance count covar_pop cv ' +
    'dbtimezone decode decompose dump empty_blob empty_clob extractvalue from_tz hextoraw inner_product instr2 instr4 instrb instrc ' +
    'iteration_number json_arrayagg json_exists json_mergepatch json_objectagg json_scalar json_serialize json_transform length2 ' +
    'length4 lengthb lengthc lnnvl nanvl nchr new_time nls_initcap nls_lower nls_upper nlssort numtodsinterval numtoyminterval nvl ' +
    'ora_hash presentnnv presentv previous rank ratio_to_report rawtohex rawtonhex regexp_count remainder round_ties_to_even ' +
    'rowidtochar rowidtonchar rownum rtrim sessiontimezone standard_hash stats_binomial_test stats_crosstab stats_f_test ' +
    'stats_ks_test stats_mode stats_mw_test stats_one_way_anova stats_t_test_indep stats_t_test_one stats_t_test_paired ' +
    'stats_wsr_test substr2 substr4 substrb substrc sys_connect_by_path sys_extract_utc sys_guid systimestamp ' +
    'to_approx_count_distinct to_binary_double to_binary_float to_blob to_clob to_dsinterval to_lob to_multi_byte to_nchar to_nclob ' +
    'to_single_byte to_timestamp_tz to_yminterval treat tz_offset unistr validate_conversion vector_distance vsize wm_concat xmlagg ' +
    'xmlcast xmlcdata xmlcolattval xmlcomment xmlconcat xmlelement xmlexists xmlforest xmlparse xmlpi xmlquery xmlroot xmlsequence ' +
    'xmlserialize',
);

/** Functions that make rows of their arguments alone. */
export const ROWS = words('json_table xmltable');
