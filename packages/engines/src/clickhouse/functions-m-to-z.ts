import { words } from '../sql/words.ts';

/** Functions of ClickHouse that make values of their arguments alone; second half of the alphabet. */
export const VALUES_FROM_M = words(
  'macnumtostring macstringtonum macstringtooui makedate makedate32 makedatetime makedatetime64 map map_from_arrays mapadd mapall ' +
    'mapapply mapconcat mapcontains mapcontainskey mapcontainskeylike mapcontainsvalue mapcontainsvaluelike mapexists ' +
    'mapextractkeylike mapextractvaluelike mapfilter mapfromarrays mapfromstring mapkeys mappartialreversesort mappartialsort ' +
    'mappopulateseries mapreversesort mapsort mapsubtract mapupdate mapvalues match matchphrase materialize max2 md4 md5 metrohash64 ' +
    'mgrstogeo microsecond mid midpoint millisecond min2 minsamplesizecontinous minsamplesizecontinuous minsamplesizeconversion minus ' +
    'minute mismatches mod modornull modulo modulolegacy moduloornull moduloorzero month monthname mortondecode mortonencode ' +
    'multifuzzymatchallindices multifuzzymatchany multifuzzymatchanyindex multiif multimatchallindices multimatchany ' +
    'multimatchanyindex multiply multiplydecimal multisearchallpositions multisearchallpositionscaseinsensitive ' +
    'multisearchallpositionscaseinsensitiveutf8 multisearchallpositionsutf8 multisearchany multisearchanycaseinsensitive ' +
    'multisearchanycaseinsensitiveutf8 multisearchanyutf8 multisearchfirstindex multisearchfirstindexcaseinsensitive ' +
    'multisearchfirstindexcaseinsensitiveutf8 multisearchfirstindexutf8 multisearchfirstposition ' +
    'multisearchfirstpositioncaseinsensitive multisearchfirstpositioncaseinsensitiveutf8 multisearchfirstpositionutf8 murmurhash2_32 ' +
    'murmurhash2_64 murmurhash3_128 murmurhash3_32 murmurhash3_64 mvtboundingbox mvtboundingboxmercator mvtencodegeom nanosecond ' +
    'natural_sort_key naturalsortkey negate neighbor nested netloc ngramdistance ngramdistancecaseinsensitive ' +
    'ngramdistancecaseinsensitiveutf8 ngramdistanceutf8 ngramminhash ngramminhasharg ngramminhashargcaseinsensitive ' +
    'ngramminhashargcaseinsensitiveutf8 ngramminhashargutf8 ngramminhashcaseinsensitive ngramminhashcaseinsensitiveutf8 ' +
    'ngramminhashutf8 ngrams ngramsearch ngramsearchcaseinsensitive ngramsearchcaseinsensitiveutf8 ngramsearchutf8 ngramsimhash ' +
    'ngramsimhashcaseinsensitive ngramsimhashcaseinsensitiveutf8 ngramsimhashutf8 normalizedqueryhash normalizedqueryhashkeepnames ' +
    'normalizel1 normalizel2 normalizelinf normalizelp normalizequery normalizequerykeepnames normalizeutf8nfc normalizeutf8nfd ' +
    'normalizeutf8nfkc normalizeutf8nfkccasefold normalizeutf8nfkd norml1 norml2 norml2squared normlinf normlp not notempty notequals ' +
    'notilike notin notlike notnullin now now64 nowinblock nowinblock64 nullif nullin numericindexedvectorallvaluesum ' +
    'numericindexedvectorbuild numericindexedvectorcardinality numericindexedvectorgetvalue numericindexedvectorpointwiseadd ' +
    'numericindexedvectorpointwisedivide numericindexedvectorpointwiseequal numericindexedvectorpointwisegreater ' +
    'numericindexedvectorpointwisegreaterequal numericindexedvectorpointwiseless numericindexedvectorpointwiselessequal ' +
    'numericindexedvectorpointwisemultiply numericindexedvectorpointwisenotequal numericindexedvectorpointwisesubtract ' +
    'numericindexedvectorshortdebugstring numericindexedvectortomap octet_length or overlay overlayutf8 parsedatetime ' +
    'parsedatetime32besteffort parsedatetime32besteffortornull parsedatetime32besteffortorzero parsedatetime64 ' +
    'parsedatetime64besteffort parsedatetime64besteffortornull parsedatetime64besteffortorzero parsedatetime64besteffortus ' +
    'parsedatetime64besteffortusornull parsedatetime64besteffortusorzero parsedatetime64injodasyntax ' +
    'parsedatetime64injodasyntaxornull parsedatetime64injodasyntaxorzero parsedatetime64ornull parsedatetime64orzero ' +
    'parsedatetimebesteffort parsedatetimebesteffortornull parsedatetimebesteffortorzero parsedatetimebesteffortus ' +
    'parsedatetimebesteffortusornull parsedatetimebesteffortusorzero parsedatetimeinjodasyntax parsedatetimeinjodasyntaxornull ' +
    'parsedatetimeinjodasyntaxorzero parsedatetimeornull parsedatetimeorzero parsereadablesize parsereadablesizeornull ' +
    'parsereadablesizeorzero parsetimedelta path pathfull perimetercartesian perimeterspherical pi plus pmod pmodornull ' +
    'pointinellipses pointinpolygon polygonareacartesian polygonareaspherical polygonconvexhullcartesian polygonperimetercartesian ' +
    'polygonperimeterspherical polygonsdistancecartesian polygonsdistancespherical polygonsequalscartesian polygonsintersectcartesian ' +
    'polygonsintersectioncartesian polygonsintersectionspherical polygonsintersectspherical polygonssymdifferencecartesian ' +
    'polygonssymdifferencespherical polygonsunioncartesian polygonsunionspherical polygonswithincartesian polygonswithinspherical ' +
    'port portrfc position positioncaseinsensitive positioncaseinsensitiveutf8 positionutf8 positive_modulo positive_modulo_or_null ' +
    'positivemodulo positivemoduloornull pow power prettyprintjson printf proportionsztest protocol quantizebfloat16toint8 quarter ' +
    'querystring querystringandfragment radians rand rand32 rand64 randbernoulli randbinomial randcanonical randchisquared ' +
    'randconstant randexponential randfisherf randlognormal randnegativebinomial randnormal randomfixedstring randomhadamardtransform ' +
    'randomprintableascii randomstring randomstringutf8 randpoisson randstudentt randuniform range readwkb readwkblinestring ' +
    'readwkbmultilinestring readwkbmultipolygon readwkbpoint readwkbpolygon readwkt readwktlinestring readwktmultilinestring ' +
    'readwktmultipolygon readwktpoint readwktpolygon readwktring regexp_extract regexp_instr regexp_matches regexp_replace ' +
    'regexp_substr regexpextract regexpinstr regexpposition regexpquotemeta reinterpret reinterpretasdate reinterpretasdatetime ' +
    'reinterpretasfixedstring reinterpretasfloat32 reinterpretasfloat64 reinterpretasint128 reinterpretasint16 reinterpretasint256 ' +
    'reinterpretasint32 reinterpretasint64 reinterpretasint8 reinterpretasstring reinterpretasuint128 reinterpretasuint16 ' +
    'reinterpretasuint256 reinterpretasuint32 reinterpretasuint64 reinterpretasuint8 reinterpretasuuid removeaccentsutf8 ' +
    'removediacriticsutf8 repeat replace replaceall replaceone replaceregexpall replaceregexpone replicate reverse reversebyseparator ' +
    'reverseutf8 right rightpad rightpadutf8 rightutf8 ripemd160 round roundage roundbankers rounddown roundduration roundtoexp2 ' +
    'rownumberinallblocks rownumberinblock rpad rtrim runningaccumulate runningdifference runningdifferencestartingwithfirstvalue ' +
    'scalarproduct scalarproducttransposed second seriesdecomposestl seriesoutliersdetecttukey sha1 sha224 sha256 sha384 sha512 ' +
    'sha512_256 sigmoid sign simplejsonextractbool simplejsonextractfloat simplejsonextractint simplejsonextractraw ' +
    'simplejsonextractstring simplejsonextractuint simplejsonhas sin sinh siphash128 siphash128keyed siphash128reference ' +
    'siphash128referencekeyed siphash64 siphash64keyed snowflakeidtodatetime snowflakeidtodatetime64 soundex space sparsegrams ' +
    'sparsegramshashes sparsegramshashesutf8 sparsegramsutf8 splitbyalpha splitbychar splitbynonalpha splitbyregexp splitbystring ' +
    'splitbywhitespace sqid sqiddecode sqidencode sqr sqrt st_asmvtgeom st_linefromwkb st_mlinefromwkb st_mpolyfromwkb ' +
    'st_pointfromwkb st_polyfromwkb startswith startswithcaseinsensitive startswithcaseinsensitiveutf8 startswithutf8 str_to_date ' +
    'str_to_map stringbytesentropy stringbytesuniq stringjaccardindex stringjaccardindexutf8 stringtoh3 subbitmap subdate substr ' +
    'substring substring_index substringindex substringindexutf8 substringutf8 subtractdays subtracthours subtractinterval ' +
    'subtractmicroseconds subtractmilliseconds subtractminutes subtractmonths subtractnanoseconds subtractquarters subtractseconds ' +
    'subtracttupleofintervals subtractweeks subtractyears svg tan tanh tgamma time_bucket timediff timeseriesextracttag ' +
    'timeseriesfromgrid timeseriesgrouptosamplingkey timeseriesgrouptotags timeseriesjointags timeseriesrange ' +
    'timeseriesremovealltagsexcept timeseriesremovetag timeseriesremovetags timeseriesreplacetag timeseriestagsgrouptotags ' +
    'timeseriestagstogroup timeseriesthrowduplicateseriesif timeslot timeslots timestamp timestamp_diff timestampdiff timezone ' +
    'timezoneof timezoneoffset to_base64 to_days to_unixtime to_utc_timestamp tobfloat16 tobfloat16ornull tobfloat16orzero tobool ' +
    'tocolumntypename todate todate32 todate32ordefault todate32ornull todate32orzero todateordefault todateornull todateorzero ' +
    'todatetime todatetime32 todatetime64 todatetime64ordefault todatetime64ornull todatetime64orzero todatetimeordefault ' +
    'todatetimeornull todatetimeorzero today todayofmonth todayofweek todayofyear todaysinmonth todayssinceyearzero todecimal128 ' +
    'todecimal128ordefault todecimal128ornull todecimal128orzero todecimal256 todecimal256ordefault todecimal256ornull ' +
    'todecimal256orzero todecimal32 todecimal32ordefault todecimal32ornull todecimal32orzero todecimal64 todecimal64ordefault ' +
    'todecimal64ornull todecimal64orzero todecimalstring tofixedstring tofloat32 tofloat32ordefault tofloat32ornull tofloat32orzero ' +
    'tofloat64 tofloat64ordefault tofloat64ornull tofloat64orzero tohour toint128 toint128ordefault toint128ornull toint128orzero ' +
    'toint16 toint16ordefault toint16ornull toint16orzero toint256 toint256ordefault toint256ornull toint256orzero toint32 ' +
    'toint32ordefault toint32ornull toint32orzero toint64 toint64ordefault toint64ornull toint64orzero toint8 toint8ordefault ' +
    'toint8ornull toint8orzero tointerval tointervalday tointervalhour tointervalmicrosecond tointervalmillisecond tointervalminute ' +
    'tointervalmonth tointervalnanosecond tointervalquarter tointervalsecond tointervalweek tointervalyear toipv4 toipv4ordefault ' +
    'toipv4ornull toipv4orzero toipv6 toipv6ordefault toipv6ornull toipv6orzero toisoweek toisoyear tojsonstring tokens ' +
    'tokensforlikepattern tolastdayofmonth tolastdayofweek tolowcardinality tomicrosecond tomillisecond tominute tomodifiedjulianday ' +
    'tomodifiedjuliandayornull tomonday tomonth tomonthnumsinceepoch tonanosecond tonullable topleveldomain topleveldomainrfc ' +
    'toquarter torelativedaynum torelativehournum torelativeminutenum torelativemonthnum torelativequarternum torelativesecondnum ' +
    'torelativeweeknum torelativeyearnum tosecond tostartofday tostartoffifteenminutes tostartoffiveminute tostartoffiveminutes ' +
    'tostartofhour tostartofinterval tostartofisoyear tostartofmicrosecond tostartofmillisecond tostartofminute tostartofmonth ' +
    'tostartofnanosecond tostartofquarter tostartofsecond tostartoftenminutes tostartofweek tostartofyear tostring tostringcuttozero ' +
    'totime totime64 totime64ornull totime64orzero totimeornull totimeorzero totimewithfixeddate totimezone totypename touint128 ' +
    'touint128ordefault touint128ornull touint128orzero touint16 touint16ordefault touint16ornull touint16orzero touint256 ' +
    'touint256ordefault touint256ornull touint256orzero touint32 touint32ordefault touint32ornull touint32orzero touint64 ' +
    'touint64ordefault touint64ornull touint64orzero touint8 touint8ordefault touint8ornull touint8orzero tounixtimestamp ' +
    'tounixtimestamp64micro tounixtimestamp64milli tounixtimestamp64nano tounixtimestamp64second toutctimestamp touuid ' +
    'touuidordefault touuidornull touuidorzero tovalidutf8 toweek toyear toyearnumsinceepoch toyearweek toyyyymm toyyyymmdd ' +
    'toyyyymmddhhmmss transform translate translateutf8 trim trimboth trimleft trimright trunc truncate trybase32decode ' +
    'trybase58decode trybase64decode trybase64urldecode trydecrypt tumble tumbleend tumblestart tuple tupleconcat tupledivide ' +
    'tupledividebynumber tupleelement tuplehammingdistance tupleintdiv tupleintdivbynumber tupleintdivorzero ' +
    'tupleintdivorzerobynumber tupleminus tuplemodulo tuplemodulobynumber tuplemultiply tuplemultiplybynumber tuplenames tuplenegate ' +
    'tupleplus tuplepositivemodulobynumber tupletonamevaluepairs ucase unbin unhex unnest upper upperutf8 urlhash urlhierarchy ' +
    'urlpathhierarchy utc_timestamp utctimestamp utmtogeo uuidnumtostring uuidstringtonum uuidtonum uuidv7todatetime ' +
    'validatenestedarraysizes variantelement varianttype vectordifference vectorsum visiblewidth visitparamextractbool ' +
    'visitparamextractfloat visitparamextractint visitparamextractraw visitparamextractstring visitparamextractuint visitparamhas ' +
    'week width_bucket widthbucket wkb wkt wordshingleminhash wordshingleminhasharg wordshingleminhashargcaseinsensitive ' +
    'wordshingleminhashargcaseinsensitiveutf8 wordshingleminhashargutf8 wordshingleminhashcaseinsensitive ' +
    'wordshingleminhashcaseinsensitiveutf8 wordshingleminhashutf8 wordshinglesimhash wordshinglesimhashcaseinsensitive ' +
    'wordshinglesimhashcaseinsensitiveutf8 wordshinglesimhashutf8 wyhash64 xor xxh3 xxh3_128 xxhash32 xxhash64 xxhash64spark ' +
    'yandexconsistenthash year yearweek yesterday yyyymmddhhmmsstodatetime yyyymmddhhmmsstodatetime64 yyyymmddtodate yyyymmddtodate32',
);

/** Functions that make rows of their arguments alone. */
export const ROWS = words(
  'format generate_series generateseries null numbers numbers_mt primes values zeros zeros_mt',
);

/** Readers of dictionaries and of tables to be joined: what they read counts as a table of the statement, access is decided on that. */
export const READERS = words(
  'dictget dictgetall dictgetchildren dictgetdate dictgetdateordefault dictgetdatetime dictgetdatetimeordefault dictgetdescendants ' +
    'dictgetfloat32 dictgetfloat32ordefault dictgetfloat64 dictgetfloat64ordefault dictgethierarchy dictgetint16 ' +
    'dictgetint16ordefault dictgetint32 dictgetint32ordefault dictgetint64 dictgetint64ordefault dictgetint8 dictgetint8ordefault ' +
    'dictgetipv4 dictgetipv4ordefault dictgetipv6 dictgetipv6ordefault dictgetkeys dictgetordefault dictgetornull dictgetroot ' +
    'dictgetstring dictgetstringordefault dictgetuint16 dictgetuint16ordefault dictgetuint32 dictgetuint32ordefault dictgetuint64 ' +
    'dictgetuint64ordefault dictgetuint8 dictgetuint8ordefault dictgetuuid dictgetuuidordefault dicthas dictisin joinget ' +
    'joingetornull',
);
