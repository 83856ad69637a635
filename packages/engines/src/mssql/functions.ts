import { words } from '../sql/words.ts';

/** Functions of SQL Server beside the common ones. */
export const VALUES = words(
  'acos approx_percentile_cont approx_percentile_disc atn2 avg base64_decode base64_encode binary_checksum bit_count charindex ' +
    'checksum checksum_agg choose compress convert cot count_big current_timezone date_bucket datefromparts datename ' +
    'datetime2fromparts datetimefromparts datetimeoffsetfromparts datetrunc day decompress difference edit_distance ' +
    'edit_distance_similarity eomonth get_bit getutcdate grouping hashbytes isdate isjson isnumeric jaro_winkler_distance ' +
    'jaro_winkler_similarity json_arrayagg json_contains json_modify json_objectagg json_path_exists left_shift len log max nchar ' +
    'newid parse patindex product quotename replicate right_shift set_bit sign smalldatetimefromparts square stdev stdevp str ' +
    'string_escape stuff switchoffset sysdatetime sysdatetimeoffset sysutcdatetime timefromparts todatetimeoffset translate ' +
    'try_convert try_parse var varp vector_distance',
);

/** Functions that make rows of their arguments alone. */
export const ROWS = words('generate_series openjson regexp_matches regexp_split_to_table string_split');

/** Methods of XML, of points and of hierarchies. */
export const METHODS = words(
  'exist getancestor getdescendant getlevel isdescendantof makevalid nodes query starea stasbinary stastext stboundary stbuffer ' +
    'stcentroid stcontains stconvexhull stcrosses stdifference stdimension stdisjoint stdistance stendpoint stenvelope stequals ' +
    'stexteriorring stgeometryn stgeometrytype stinteriorringn stintersection stintersects stisclosed stisempty stisring stissimple ' +
    'stisvalid stlength stnumgeometries stnuminteriorring stnumpoints stoverlaps stpointn ststartpoint stsymdifference sttouches ' +
    'stunion stwithin tostring value',
);
