import { words } from '../sql/words.ts';

/** Aggregates and window functions of ClickHouse. */
export const AGGREGATES = words(
  'analysisofvariance anova any any_respect_nulls any_value any_value_respect_nulls anyheavy anylast anylast_respect_nulls ' +
    'anylastrespectnulls anyrespectnulls anyvaluerespectnulls approx_top_count approx_top_k approx_top_sum argandmax argandmin argmax ' +
    'argmin array_agg array_concat_agg avg avgweighted bit_and bit_or bit_xor boundingratio categoricalinformationvalue contingency ' +
    'corr corrmatrix corrstable count covar_pop covar_samp covarpop covarpopmatrix covarpopstable covarsamp covarsampmatrix ' +
    'covarsampstable cramersv cramersvbiascorrected cume_dist deltasum deltasumtimestamp dense_rank denserank distinctdynamictypes ' +
    'distinctjsonpaths distinctjsonpathsandtypes entropy exponentialmovingaverage exponentialtimedecayedavg ' +
    'exponentialtimedecayedcount exponentialtimedecayedmax exponentialtimedecayedsum first_value first_value_respect_nulls ' +
    'firstvaluerespectnulls group_concat grouparray grouparrayinsertat grouparrayintersect grouparraylast grouparraymovingavg ' +
    'grouparraymovingsum grouparraysample grouparraysorted groupbitand groupbitmap groupbitmapand groupbitmapor groupbitmapxor ' +
    'groupbitor groupbitxor groupconcat groupformat groupnumericindexedvector groupuniqarray histogram intervallengthsum ' +
    'kolmogorovsmirnovtest kurtpop kurtsamp lag laginframe largesttrianglethreebuckets last_value last_value_respect_nulls ' +
    'lastvaluerespectnulls lead leadinframe lttb mannwhitneyutest max max_by maxintersections maxintersectionsposition ' +
    'maxmappedarrays meanztest median medianbfloat16 medianbfloat16weighted mediandd mediandeterministic medianexact medianexacthigh ' +
    'medianexactlow medianexactweighted medianexactweightedinterpolated mediangk medianinterpolatedweighted mediantdigest ' +
    'mediantdigestweighted mediantiming mediantimingweighted min min_by minmappedarrays mvtencode nonnegativederivative nth_value ' +
    'ntile percent_rank percentrank quantile quantilebfloat16 quantilebfloat16weighted quantiledd quantiledeterministic quantileexact ' +
    'quantileexactexclusive quantileexacthigh quantileexactinclusive quantileexactlow quantileexactweighted ' +
    'quantileexactweightedinterpolated quantilegk quantileinterpolatedweighted quantileprometheushistogram quantiles ' +
    'quantilesbfloat16 quantilesbfloat16weighted quantilesdd quantilesdeterministic quantilesexact quantilesexactexclusive ' +
    'quantilesexacthigh quantilesexactinclusive quantilesexactlow quantilesexactweighted quantilesexactweightedinterpolated ' +
    'quantilesgk quantilesinterpolatedweighted quantilesprometheushistogram quantilestdigest quantilestdigestweighted quantilestiming ' +
    'quantilestimingweighted quantiletdigest quantiletdigestweighted quantiletiming quantiletimingweighted rank rankcorr retention ' +
    'row_number sequencecount sequencematch sequencematchevents sequencenextnode simplelinearregression singlevalueornull skewpop ' +
    'skewsamp sparkbar st_asmvt std stddev stddev_pop stddev_samp stddevpop stddevpopstable stddevsamp stddevsampstable string_agg ' +
    'studentttest studentttestonesample sum sumcount sumkahan summapfiltered summapfilteredwithoverflow summappedarrays ' +
    'summapwithoverflow sumwithoverflow theilsu timeserieschangestogrid timeseriesdeltatogrid timeseriesderivtogrid ' +
    'timeseriesgrouparray timeseriesincreasetogrid timeseriesinstantdeltatogrid timeseriesinstantratetogrid timeserieslasttogrid ' +
    'timeserieslasttwosamples timeseriespredictlineartogrid timeseriesratetogrid timeseriesresampletogridwithstaleness ' +
    'timeseriesresetstogrid topk topkweighted uniq uniqcombined uniqcombined64 uniqexact uniqhll12 uniqupto var_pop var_samp varpop ' +
    'varpopstable varsamp varsampstable welchttest windowfunnel',
);

/** Its other functions that make values of their arguments alone; first half of the alphabet. */
export const VALUES_TO_L = words(
  'abs accuratecast accuratecastordefault accuratecastornull acos acosh adddate adddays addhours addinterval addmicroseconds ' +
    'addmilliseconds addminutes addmonths addnanoseconds addquarters addseconds addtupleofintervals addweeks addyears ' +
    'aes_decrypt_mysql aes_encrypt_mysql age alphatokens and appendtrailingcharifabsent areacartesian areaspherical array ' +
    'array_remove array_to_string arrayall arrayauc arrayaucpr arrayautocorrelation arrayavg arraybottomk arraycompact arrayconcat ' +
    'arraycount arraycumsum arraycumsumnonnegative arraydifference arraydistinct arraydotproduct arrayelement arrayelementornull ' +
    'arrayenumerate arrayenumeratedense arrayenumeratedenseranked arrayenumerateuniq arrayenumerateuniqranked arrayexcept arrayexists ' +
    'arrayfill arrayfilter arrayfirst arrayfirstindex arrayfirstornull arrayflatten arrayfold arrayintersect arrayjaccardindex ' +
    'arrayjoin arraylast arraylastindex arraylastornull arraylevenshteindistance arraylevenshteindistanceweighted arraymap arraymax ' +
    'arraymin arraynormalizedgini arraypartialreversesort arraypartialshuffle arraypartialsort arraypopback arraypopfront arrayprauc ' +
    'arrayproduct arraypushback arraypushfront arrayrandomsample arrayreduce arrayreduceinranges arrayremove arrayresize arrayreverse ' +
    'arrayreversefill arrayreversesort arrayreversesplit arrayrocauc arrayrotateleft arrayrotateright arrayshiftleft arrayshiftright ' +
    'arrayshingles arrayshuffle arraysimilarity arrayslice arraysort arraysplit arraystringconcat arraysum arraysymmetricdifference ' +
    'arraytopk arraytranspose arrayunion arrayuniq arraywithconstant arrayzip arrayzipunaligned ascii asin asinh assumenotnull atan ' +
    'atan2 atanh avg2 bar base32decode base32encode base58decode base58encode base64decode base64encode base64urldecode ' +
    'base64urlencode basename bin bitand bitcount bithammingdistance bitmapand bitmapandcardinality bitmapandnot ' +
    'bitmapandnotcardinality bitmapbuild bitmapcardinality bitmapcontains bitmaphasall bitmaphasany bitmapmax bitmapmin bitmapor ' +
    'bitmaporcardinality bitmapsubsetinrange bitmapsubsetlimit bitmaptoarray bitmaptransform bitmapxor bitmapxorcardinality ' +
    'bitmasktoarray bitmasktolist bitnot bitor bitpositionstoarray bitrotateleft bitrotateright bitshiftleft bitshiftright bitslice ' +
    'bittest bittestall bittestany bitxor bytehammingdistance bytesize byteslice byteswap cardinality casefoldutf8 casewithexpr ' +
    'casewithexpression casewithoutexpr casewithoutexpression cast cbrt ceil ceiling changeday changehour changeminute changemonth ' +
    'changesecond changeyear char char_length character_length cityhash64 clamp coalesce coloroklabtosrgb coloroklchtosrgb ' +
    'colorsrgbtooklab colorsrgbtooklch comparesubstrings concat concat_ws concatassumeinjective concatwithseparator ' +
    'concatwithseparatorassumeinjective conv convertcharset cos cosh cosinedistance cosinedistancetransposed ' +
    'cosinedistancetransposedquantized countdigits countequal countmatches countmatchescaseinsensitive countsubstrings ' +
    'countsubstringscaseinsensitive countsubstringscaseinsensitiveutf8 crc32 crc32ieee crc64 curdate current_date current_timestamp ' +
    'cutfragment cutipv6 cutquerystring cutquerystringandfragment cuttofirstsignificantsubdomain cuttofirstsignificantsubdomaincustom ' +
    'cuttofirstsignificantsubdomaincustomrfc cuttofirstsignificantsubdomaincustomwithwww ' +
    'cuttofirstsignificantsubdomaincustomwithwwwrfc cuttofirstsignificantsubdomainrfc cuttofirstsignificantsubdomainwithwww ' +
    'cuttofirstsignificantsubdomainwithwwwrfc cuturlparameter cutwww dameraulevenshteindistance date date_bin date_diff date_format ' +
    'date_trunc datediff datename datetime64tosnowflakeid datetimetosnowflakeid datetimetouuidv7 datetrunc day dayofmonth dayofweek ' +
    'dayofyear decodehtmlcomponent decodeurlcomponent decodeurlformcomponent decodexmlcomponent decrypt defaultvalueofargumenttype ' +
    'defaultvalueoftypename degrees dequantizeint8tobfloat16 digits distancecosine distancecosinetransposed distancel1 distancel2 ' +
    'distancel2squared distancel2transposed distancelinf distancelp divide dividedecimal divideornull domain domainrfc ' +
    'domainwithoutwww domainwithoutwwwrfc dotproduct dotproducttransposed dotproducttransposedquantized dynamicelement dynamictype e ' +
    'editdistance editdistanceutf8 empty emptyarraydate emptyarraydatetime emptyarrayfloat32 emptyarrayfloat64 emptyarrayint16 ' +
    'emptyarrayint32 emptyarrayint64 emptyarrayint8 emptyarraystring emptyarraytosingle emptyarrayuint16 emptyarrayuint32 ' +
    'emptyarrayuint64 emptyarrayuint8 encodeurlcomponent encodeurlformcomponent encodexmlcomponent encrypt endswith ' +
    'endswithcaseinsensitive endswithcaseinsensitiveutf8 endswithutf8 equals erf erfc exp exp10 exp2 extract extractall ' +
    'extractallgroups extractallgroupshorizontal extractallgroupsvertical extractgroups extractkeyvaluepairs ' +
    'extractkeyvaluepairswithescaping extracttextfromhtml extracturlparameter extracturlparameternames extracturlparameters factorial ' +
    'farmfingerprint64 farmhash64 finalizeaggregation financialinternalrateofreturn financialinternalrateofreturnextended ' +
    'financialnetpresentvalue financialnetpresentvalueextended firstline firstnondefault firstsignificantsubdomain ' +
    'firstsignificantsubdomaincustom firstsignificantsubdomaincustomrfc firstsignificantsubdomainrfc flatten flattentuple ' +
    'flipcoordinates floor format format_bytes formatdatetime formatdatetimeinjodasyntax formatreadabledecimalsize ' +
    'formatreadablequantity formatreadablesize formatreadabletimedelta formatrow formatrownonewline fragment from_base64 from_days ' +
    'from_unixtime from_utc_timestamp fromdayssinceyearzero fromdayssinceyearzero32 frommodifiedjulianday frommodifiedjuliandayornull ' +
    'fromunixtimestamp fromunixtimestamp64micro fromunixtimestamp64milli fromunixtimestamp64nano fromunixtimestamp64second ' +
    'fromunixtimestampinjodasyntax fromutctimestamp fuzzbits gccmurmurhash gcd generatesnowflakeid generateuuidv4 generateuuidv7 ' +
    'geodistance geohashdecode geohashencode geohashesinbox geometryintersectcartesian geometryintersectspherical geotoh3 geotomgrs ' +
    'geotoutm getsizeofenumtype getsubcolumn globalin globalnotin globalnotnullin globalnullin greatcircleangle greatcircledistance ' +
    'greater greaterorequals greatest h3cellaream2 h3cellarearads2 h3distance h3edgeangle h3edgelengthkm h3edgelengthm ' +
    'h3exactedgelengthkm h3exactedgelengthm h3exactedgelengthrads h3getbasecell h3getdestinationindexfromunidirectionaledge ' +
    'h3getfaces h3getindexesfromunidirectionaledge h3getoriginindexfromunidirectionaledge h3getpentagonindexes h3getres0indexes ' +
    'h3getresolution h3getunidirectionaledge h3getunidirectionaledgeboundary h3getunidirectionaledgesfromhexagon h3hexareakm2 ' +
    'h3hexaream2 h3hexring h3indexesareneighbors h3ispentagon h3isresclassiii h3isvalid h3kring h3line h3numhexagons h3pointdistkm ' +
    'h3pointdistm h3pointdistrads h3polygontocells h3polygontocellswithcontainment h3tocenterchild h3tochildren h3togeo ' +
    'h3togeoboundary h3toparent h3tostring h3unidirectionaledgeisvalid halfmd5 has hasall hasalltoken hasalltokens hasany hasanytoken ' +
    'hasanytokens hasphrase hassubsequence hassubsequencecaseinsensitive hassubsequencecaseinsensitiveutf8 hassubsequenceutf8 ' +
    'hassubstr hastoken hastokencaseinsensitive hastokencaseinsensitiveornull hastokenornull hex highlight hilbertdecode ' +
    'hilbertencode hivehash hmac hop hopend hopstart hour hypot icebergbucket iceberghash icebergtruncate identity if ifnotfinite ' +
    'ifnull ignore ilike in indexof indexofassumesorted inet6_aton inet6_ntoa inet_aton inet_ntoa initcap initcaputf8 instr intdiv ' +
    'intdivornull intdivorzero intexp10 intexp2 inthash32 inthash64 ipv4cidrtorange ipv4numtostring ipv4numtostringclassc ' +
    'ipv4stringtonum ipv4stringtonumordefault ipv4stringtonumornull ipv4toipv6 ipv6cidrtorange ipv6numtostring ipv6stringtonum ' +
    'ipv6stringtonumordefault ipv6stringtonumornull isascii isconstant isdecimaloverflow isdistinctfrom isdynamicelementinshareddata ' +
    'isfinite isinfinite isipaddressinrange isipv4string isipv6string isnan isnotdistinctfrom isnotnull isnull isnullable isprime ' +
    'isprobableprime isvalidascii isvalidjson isvalidutf8 iszeroornull jarosimilarity jarowinklersimilarity javahash javahashutf16le ' +
    'json_array_length json_exists json_query json_value jsonallpaths jsonallpathswithtypes jsonallvalues jsonarraylength ' +
    'jsondynamicpaths jsondynamicpathswithtypes jsonextract jsonextractarrayraw jsonextractarrayrawcaseinsensitive jsonextractbool ' +
    'jsonextractboolcaseinsensitive jsonextractcaseinsensitive jsonextractfloat jsonextractfloatcaseinsensitive jsonextractint ' +
    'jsonextractintcaseinsensitive jsonextractkeys jsonextractkeysandvalues jsonextractkeysandvaluescaseinsensitive ' +
    'jsonextractkeysandvaluesraw jsonextractkeysandvaluesrawcaseinsensitive jsonextractkeyscaseinsensitive jsonextractraw ' +
    'jsonextractrawcaseinsensitive jsonextractstring jsonextractstringcaseinsensitive jsonextractuint jsonextractuintcaseinsensitive ' +
    'jsonhas jsonkey jsonlength jsonmergepatch jsonshareddatapaths jsonshareddatapathswithtypes jsontype jumpconsistenthash ' +
    'kafkamurmurhash keccak256 kostikconsistenthash l1distance l1norm l1normalize l2distance l2distancetransposed ' +
    'l2distancetransposedquantized l2norm l2normalize l2squareddistance l2squarednorm last_day lcase lcm least left leftpad ' +
    'leftpadutf8 leftutf8 length lengthutf8 less lessorequals levenshteindistance levenshteindistanceutf8 lgamma like linfdistance ' +
    'linfnorm linfnormalize ln localtime localtimestamp locate log log10 log1p log2 lowcardinalityindices lowcardinalitykeys lower ' +
    'lowerutf8 lpad lpdistance lpnorm lpnormalize ltrim',
);
