/**
 * Functions of ClickHouse (26.7) that a caller's SQL may call, by subject, in lower case: their spelling is the engine's to check.
 *
 * A name is here when it computes from its arguments alone, or from the clock or chance. What reads files, other tables, dictionaries,
 * settings, the server's own state or the network (`file`, `dictGet`, `joinGet`, `hasColumnInTable`, `getSetting`, `hostName`, …), runs
 * models, sleeps or shows memory addresses (`flameGraph`) is never here, nor what holds every element of one array against every element of
 * another without a look for a cancel (`arrayLevenshteinDistance`). `test/conformance/clickhouse-attacks.test.ts` holds it against the engine.
 */
const GROUPS = {
  numbers: `abs acos acosh asin asinh atan atan2 atanh avg2 bitand bitcount bithammingdistance bitnot bitor bitrotateleft bitrotateright
    bitshiftleft bitshiftright bitslice bittest bittestall bittestany bitxor byteswap cbrt ceil cos cosh cosinedistance
    cosinedistancetransposed cosinedistancetransposedquantized degrees divide dividedecimal divideornull dotproducttransposed
    dotproducttransposedquantized e erf erfc exp exp10 exp2 factorial financialinternalrateofreturn
    financialinternalrateofreturnextended financialnetpresentvalue financialnetpresentvalueextended floor gcd hypot ifnotfinite
    intdiv intdivornull intdivorzero intexp10 intexp2 isfinite isinfinite isnan isprime isprobableprime l1distance l1norm
    l1normalize l2distance l2distancetransposed l2distancetransposedquantized l2norm l2normalize l2squareddistance l2squarednorm lcm
    lgamma linfdistance linfnorm linfnormalize log log10 log1p log2 lpdistance lpnorm lpnormalize max2 midpoint min2 minus modulo
    modulolegacy moduloornull moduloorzero multiply multiplydecimal negate pi plus positivemodulo positivemoduloornull pow
    proportionsztest radians round roundage roundbankers rounddown roundduration roundtoexp2 sigmoid sign sin sinh sqr sqrt tan tanh
    tgamma trunc widthbucket`,
  logic: `and assumenotnull clamp coalesce equals firstnondefault globalin globalinignoreset globalnotin globalnotinignoreset
    globalnotnullin globalnotnullinignoreset globalnullin globalnullinignoreset greater greaterorequals greatest if ifnull in
    inignoreset isdistinctfrom isnotdistinctfrom isnotnull isnull isnullable iszeroornull least less lessorequals multiif not
    notequals notin notinignoreset notnullin notnullinignoreset nullif nullin nullinignoreset or tonullable xor`,
  text: `alphatokens appendtrailingcharifabsent arraystringconcat ascii base32decode base32encode base58decode base58encode base64decode
    base64encode base64urldecode base64urlencode basename bytehammingdistance casefoldutf8 chdb comparesubstrings concat
    concatassumeinjective concatwithseparator concatwithseparatorassumeinjective conv convertcharset countmatches
    countmatchescaseinsensitive countsubstrings countsubstringscaseinsensitive countsubstringscaseinsensitiveutf8 crc32 crc32ieee
    crc64 dameraulevenshteindistance decodehtmlcomponent decodexmlcomponent editdistance editdistanceutf8 encodexmlcomponent
    endswith endswithcaseinsensitive endswithcaseinsensitiveutf8 endswithutf8 extract extractall extractallgroupshorizontal
    extractallgroupsvertical extractgroups extracttextfromhtml firstline format hasalltokens hasanytokens hasphrase hassubsequence
    hassubsequencecaseinsensitive hassubsequencecaseinsensitiveutf8 hassubsequenceutf8 hastoken hastokencaseinsensitive
    hastokencaseinsensitiveornull hastokenornull highlight ilike initcap initcaputf8 isvalidascii isvalidutf8 jarosimilarity
    jarowinklersimilarity left leftpad leftpadutf8 leftutf8 lengthutf8 like locate lower lowerutf8 match multifuzzymatchallindices
    multifuzzymatchany multifuzzymatchanyindex multimatchallindices multimatchany multimatchanyindex multisearchallpositions
    multisearchallpositionscaseinsensitive multisearchallpositionscaseinsensitiveutf8 multisearchallpositionsutf8 multisearchany
    multisearchanycaseinsensitive multisearchanycaseinsensitiveutf8 multisearchanyutf8 multisearchfirstindex
    multisearchfirstindexcaseinsensitive multisearchfirstindexcaseinsensitiveutf8 multisearchfirstindexutf8 multisearchfirstposition
    multisearchfirstpositioncaseinsensitive multisearchfirstpositioncaseinsensitiveutf8 multisearchfirstpositionutf8 naturalsortkey
    ngramdistance ngramdistancecaseinsensitive ngramdistancecaseinsensitiveutf8 ngramdistanceutf8 ngrams ngramsearch
    ngramsearchcaseinsensitive ngramsearchcaseinsensitiveutf8 ngramsearchutf8 normalizeutf8nfc normalizeutf8nfd normalizeutf8nfkc
    normalizeutf8nfkccasefold normalizeutf8nfkd notilike notlike overlay overlayutf8 position positioncaseinsensitive
    positioncaseinsensitiveutf8 positionutf8 printf regexpextract regexpposition regexpquotemeta removediacriticsutf8 repeat
    replaceall replaceone replaceregexpall replaceregexpone reversebyseparator reverseutf8 right rightpad rightpadutf8 rightutf8
    soundex space sparsegrams sparsegramshashes sparsegramshashesutf8 sparsegramsutf8 splitbychar splitbynonalpha splitbyregexp
    splitbystring splitbywhitespace startswith startswithcaseinsensitive startswithcaseinsensitiveutf8 startswithutf8
    stringbytesentropy stringbytesuniq stringjaccardindex stringjaccardindexutf8 substring substringindex substringindexutf8
    substringutf8 tokens tokensforlikepattern tovalidutf8 translate translateutf8 trimboth trimleft trimright trybase32decode
    trybase58decode trybase64decode trybase64urldecode upper upperutf8`,
  time: `adddate adddays addhours addinterval addmicroseconds addmilliseconds addminutes addmonths addnanoseconds addquarters addseconds
    addtupleofintervals addweeks addyears age changeday changehour changeminute changemonth changesecond changeyear datediff
    datename datetrunc formatdatetime formatdatetimeinjodasyntax fromdayssinceyearzero fromdayssinceyearzero32 frommodifiedjulianday
    frommodifiedjuliandayornull fromunixtimestamp fromunixtimestampinjodasyntax fromutctimestamp hop hopend hopstart localtime
    makedate makedate32 makedatetime makedatetime64 monthname now now64 nowinblock nowinblock64 subdate subtractdays subtracthours
    subtractinterval subtractmicroseconds subtractmilliseconds subtractminutes subtractmonths subtractnanoseconds subtractquarters
    subtractseconds subtracttupleofintervals subtractweeks subtractyears timediff timeslot timeslots timestamp timezone timezoneof
    timezoneoffset today todayofmonth todayofweek todayofyear todaysinmonth todayssinceyearzero tohour toisoweek toisoyear
    tolastdayofmonth tolastdayofweek tomicrosecond tomillisecond tominute tomodifiedjulianday tomodifiedjuliandayornull tomonday
    tomonth tomonthnumsinceepoch tonanosecond toquarter torelativedaynum torelativehournum torelativeminutenum torelativemonthnum
    torelativequarternum torelativesecondnum torelativeweeknum torelativeyearnum tosecond tostartofday tostartoffifteenminutes
    tostartoffiveminutes tostartofhour tostartofinterval tostartofisoyear tostartofmicrosecond tostartofmillisecond tostartofminute
    tostartofmonth tostartofnanosecond tostartofquarter tostartofsecond tostartoftenminutes tostartofweek tostartofyear
    totimewithfixeddate totimezone tounixtimestamp toutctimestamp toweek toyear toyearnumsinceepoch toyearweek toyyyymm toyyyymmdd
    toyyyymmddhhmmss tumble tumbleend tumblestart utctimestamp windowid yesterday yyyymmddhhmmsstodatetime
    yyyymmddhhmmsstodatetime64 yyyymmddtodate yyyymmddtodate32`,
  conversion: `accuratecast accuratecastordefault accuratecastornull cast date formatrow formatrownonewline fromunixtimestamp64micro
    fromunixtimestamp64milli fromunixtimestamp64nano fromunixtimestamp64second parsedatetime parsedatetime32besteffort
    parsedatetime32besteffortornull parsedatetime32besteffortorzero parsedatetime64 parsedatetime64besteffort
    parsedatetime64besteffortornull parsedatetime64besteffortorzero parsedatetime64besteffortus parsedatetime64besteffortusornull
    parsedatetime64besteffortusorzero parsedatetime64injodasyntax parsedatetime64injodasyntaxornull
    parsedatetime64injodasyntaxorzero parsedatetime64ornull parsedatetime64orzero parsedatetimebesteffort
    parsedatetimebesteffortornull parsedatetimebesteffortorzero parsedatetimebesteffortus parsedatetimebesteffortusornull
    parsedatetimebesteffortusorzero parsedatetimeinjodasyntax parsedatetimeinjodasyntaxornull parsedatetimeinjodasyntaxorzero
    parsedatetimeornull parsedatetimeorzero reinterpret reinterpretasdate reinterpretasdatetime reinterpretasfixedstring
    reinterpretasfloat32 reinterpretasfloat64 reinterpretasint128 reinterpretasint16 reinterpretasint256 reinterpretasint32
    reinterpretasint64 reinterpretasint8 reinterpretasstring reinterpretasuint128 reinterpretasuint16 reinterpretasuint256
    reinterpretasuint32 reinterpretasuint64 reinterpretasuint8 reinterpretasuuid tobfloat16 tobfloat16ornull tobfloat16orzero tobool
    todate todate32 todate32ordefault todate32ornull todate32orzero todateordefault todateornull todateorzero todatetime
    todatetime32 todatetime64 todatetime64ordefault todatetime64ornull todatetime64orzero todatetimeordefault todatetimeornull
    todatetimeorzero todecimal128 todecimal128ordefault todecimal128ornull todecimal128orzero todecimal256 todecimal256ordefault
    todecimal256ornull todecimal256orzero todecimal32 todecimal32ordefault todecimal32ornull todecimal32orzero todecimal64
    todecimal64ordefault todecimal64ornull todecimal64orzero todecimalstring tofixedstring tofloat32 tofloat32ordefault
    tofloat32ornull tofloat32orzero tofloat64 tofloat64ordefault tofloat64ornull tofloat64orzero toint128 toint128ordefault
    toint128ornull toint128orzero toint16 toint16ordefault toint16ornull toint16orzero toint256 toint256ordefault toint256ornull
    toint256orzero toint32 toint32ordefault toint32ornull toint32orzero toint64 toint64ordefault toint64ornull toint64orzero toint8
    toint8ordefault toint8ornull toint8orzero tointerval tointervalday tointervalhour tointervalmicrosecond tointervalmillisecond
    tointervalminute tointervalmonth tointervalnanosecond tointervalquarter tointervalsecond tointervalweek tointervalyear
    tolowcardinality tostring tostringcuttozero totime totime64 totime64ornull totime64orzero totimeornull totimeorzero touint128
    touint128ordefault touint128ornull touint128orzero touint16 touint16ordefault touint16ornull touint16orzero touint256
    touint256ordefault touint256ornull touint256orzero touint32 touint32ordefault touint32ornull touint32orzero touint64
    touint64ordefault touint64ornull touint64orzero touint8 touint8ordefault touint8ornull touint8orzero tounixtimestamp64micro
    tounixtimestamp64milli tounixtimestamp64nano tounixtimestamp64second touuid touuidorzero`,
  json: `dynamicelement dynamictype isdynamicelementinshareddata isvalidjson json_exists json_query json_value jsonallpaths
    jsonallpathswithtypes jsonallvalues jsonarraylength jsondynamicpaths jsondynamicpathswithtypes jsonextract jsonextractarrayraw
    jsonextractarrayrawcaseinsensitive jsonextractbool jsonextractboolcaseinsensitive jsonextractcaseinsensitive jsonextractfloat
    jsonextractfloatcaseinsensitive jsonextractint jsonextractintcaseinsensitive jsonextractkeys jsonextractkeysandvalues
    jsonextractkeysandvaluescaseinsensitive jsonextractkeysandvaluesraw jsonextractkeysandvaluesrawcaseinsensitive
    jsonextractkeyscaseinsensitive jsonextractraw jsonextractrawcaseinsensitive jsonextractstring jsonextractstringcaseinsensitive
    jsonextractuint jsonextractuintcaseinsensitive jsonhas jsonkey jsonlength jsonmergepatch jsonshareddatapaths
    jsonshareddatapathswithtypes jsontype prettyprintjson simplejsonextractbool simplejsonextractfloat simplejsonextractint
    simplejsonextractraw simplejsonextractstring simplejsonextractuint simplejsonhas tojsonstring`,
  arrays: `array arrayall arrayaucpr arrayautocorrelation arrayavg arraybottomk arraycompact arrayconcat arraycount arraycumsum
    arraycumsumnonnegative arraydifference arraydistinct arraydotproduct arrayelement arrayelementornull arrayenumerate
    arrayenumeratedense arrayenumeratedenseranked arrayenumerateuniq arrayenumerateuniqranked arrayexcept arrayexists arrayfill
    arrayfilter arrayfirst arrayfirstindex arrayfirstornull arrayflatten arrayfold arrayintersect arrayjaccardindex arrayjoin
    arraylast arraylastindex arraylastornull arraymap arraymax arraymin
    arraynormalizedgini arraypartialreversesort arraypartialshuffle arraypartialsort arraypopback arraypopfront arrayproduct
    arraypushback arraypushfront arrayrandomsample arrayreduce arrayreduceinranges arrayremove arrayresize arrayreverse
    arrayreversefill arrayreversesort arrayreversesplit arrayrocauc arrayrotateleft arrayrotateright arrayshiftleft arrayshiftright
    arrayshingles arrayshuffle arrayslice arraysort arraysplit arraysum arraysymmetricdifference arraytopk
    arraytranspose arrayunion arrayuniq arraywithconstant arrayzip arrayzipunaligned countequal empty emptyarraydate
    emptyarraydatetime emptyarrayfloat32 emptyarrayfloat64 emptyarrayint16 emptyarrayint32 emptyarrayint64 emptyarrayint8
    emptyarraystring emptyarraytosingle emptyarrayuint16 emptyarrayuint32 emptyarrayuint64 emptyarrayuint8 has hasall hasany
    hassubstr indexof indexofassumesorted length notempty randomhadamardtransform range replicate reverse`,
  maps: `dotproduct extractkeyvaluepairs extractkeyvaluepairswithescaping flattentuple map mapadd mapall mapapply mapconcat
    mapcontainskey mapcontainskeylike mapcontainsvalue mapcontainsvaluelike mapexists mapextractkeylike mapextractvaluelike
    mapfilter mapfromarrays mapkeys mappartialreversesort mappartialsort mappopulateseries mapreversesort mapsort mapsubtract
    mapupdate mapvalues tuple tupleconcat tupledivide tupledividebynumber tupleelement tuplehammingdistance tupleintdiv
    tupleintdivbynumber tupleintdivorzero tupleintdivorzerobynumber tupleminus tuplemodulo tuplemodulobynumber tuplemultiply
    tuplemultiplybynumber tuplenames tuplenegate tupleplus tuplepositivemodulobynumber tupletonamevaluepairs`,
  urls: `cutfragment cutipv6 cutquerystring cutquerystringandfragment cuttofirstsignificantsubdomain cuttofirstsignificantsubdomaincustom
    cuttofirstsignificantsubdomaincustomrfc cuttofirstsignificantsubdomaincustomwithwww
    cuttofirstsignificantsubdomaincustomwithwwwrfc cuttofirstsignificantsubdomainrfc cuttofirstsignificantsubdomainwithwww
    cuttofirstsignificantsubdomainwithwwwrfc cuturlparameter cutwww decodeurlcomponent decodeurlformcomponent domain domainrfc
    domainwithoutwww domainwithoutwwwrfc encodeurlcomponent encodeurlformcomponent extracturlparameter extracturlparameternames
    extracturlparameters firstsignificantsubdomain firstsignificantsubdomaincustom firstsignificantsubdomaincustomrfc
    firstsignificantsubdomainrfc fragment ipv4cidrtorange ipv4numtostring ipv4numtostringclassc ipv4stringtonum
    ipv4stringtonumordefault ipv4stringtonumornull ipv4toipv6 ipv6cidrtorange ipv6numtostring ipv6stringtonum
    ipv6stringtonumordefault ipv6stringtonumornull isipaddressinrange isipv4string isipv6string netloc path pathfull portrfc
    protocol querystring querystringandfragment toipv4 toipv4ordefault toipv4ornull toipv4orzero toipv6 toipv6ordefault toipv6ornull
    toipv6orzero topleveldomain topleveldomainrfc urlhierarchy urlpathhierarchy`,
  ids: `datetime64tosnowflakeid datetimetosnowflakeid datetimetouuidv7 generatesnowflakeid generateuuidv4 generateuuidv7
    snowflakeidtodatetime snowflakeidtodatetime64 touuidordefault touuidornull uuidnumtostring uuidstringtonum uuidtonum
    uuidv7todatetime`,
  hashes: `bin bitmasktoarray bitmasktolist bitpositionstoarray char cityhash64 farmfingerprint64 farmhash64 gccmurmurhash halfmd5 hex
    hilbertdecode hilbertencode hivehash iceberghash inthash32 inthash64 javahash javahashutf16le jumpconsistenthash kafkamurmurhash
    keccak256 kostikconsistenthash md4 md5 metrohash64 mortondecode mortonencode murmurhash2_32 murmurhash2_64 murmurhash3_128
    murmurhash3_32 murmurhash3_64 ngramminhash ngramminhasharg ngramminhashargcaseinsensitive ngramminhashargcaseinsensitiveutf8
    ngramminhashargutf8 ngramminhashcaseinsensitive ngramminhashcaseinsensitiveutf8 ngramminhashutf8 ngramsimhash
    ngramsimhashcaseinsensitive ngramsimhashcaseinsensitiveutf8 ngramsimhashutf8 ripemd160 sha1 sha224 sha256 sha384 sha512
    sha512_256 siphash128 siphash128keyed siphash128reference siphash128referencekeyed siphash64 siphash64keyed unbin unhex urlhash
    wordshingleminhash wordshingleminhasharg wordshingleminhashargcaseinsensitive wordshingleminhashargcaseinsensitiveutf8
    wordshingleminhashargutf8 wordshingleminhashcaseinsensitive wordshingleminhashcaseinsensitiveutf8 wordshingleminhashutf8
    wordshinglesimhash wordshinglesimhashcaseinsensitive wordshinglesimhashcaseinsensitiveutf8 wordshinglesimhashutf8 wyhash64 xxh3
    xxh3_128 xxhash32 xxhash64 xxhash64spark`,
  bitmaps: `bitmapand bitmapandcardinality bitmapandnot bitmapandnotcardinality bitmapbuild bitmapcardinality bitmapcontains bitmaphasall
    bitmaphasany bitmapmax bitmapmin bitmapor bitmaporcardinality bitmapsubsetinrange bitmapsubsetlimit bitmaptoarray
    bitmaptransform bitmapxor bitmapxorcardinality subbitmap`,
  random: `rand rand64 randbernoulli randbinomial randcanonical randchisquared randconstant randexponential randfisherf randlognormal
    randnegativebinomial randnormal randomfixedstring randomprintableascii randomstring randomstringutf8 randpoisson randstudentt
    randuniform`,
  others: `bar blocknumber bytesize countdigits currentdatabase digits finalizeaggregation formatreadabledecimalsize formatreadablequantity
    formatreadablesize formatreadabletimedelta getsubcolumn identity ignore interval isconstant isdecimaloverflow lambda materialize
    neighbor parsereadablesize parsereadablesizeornull parsereadablesizeorzero parsetimedelta rownumberinallblocks rownumberinblock
    runningaccumulate runningdifference runningdifferencestartingwithfirstvalue throwif tocolumntypename totypename transform
    variantelement varianttype version visiblewidth`,
  aliases: `array_remove array_to_string arrayauc arrayprauc byteslice cardinality ceiling char_length character_length concat_ws curdate
    current_database current_date current_timestamp database date_bin date_diff date_format date_trunc day dayofmonth dayofweek
    dayofyear distancecosine distancecosinetransposed distancel1 distancel2 distancel2squared distancel2transposed distancelinf
    distancelp extractallgroups flatten format_bytes from_base64 from_days from_unixtime from_utc_timestamp hasalltoken hasanytoken
    hour inet6_aton inet6_ntoa inet_aton inet_ntoa instr isascii json_array_length jsonmergepatch last_day lcase levenshteindistance
    levenshteindistanceutf8 ln localtimestamp lpad ltrim map_from_arrays mapcontains mapfromstring matchphrase microsecond mid
    millisecond minsamplesizecontinous minute mismatches mod modornull month nanosecond natural_sort_key normalizel1 normalizel2
    normalizelinf normalizelp norml1 norml2 norml2squared normlinf normlp octet_length pmod pmodornull positive_modulo
    positive_modulo_or_null power quarter rand32 regexp_extract regexp_instr regexp_matches regexp_replace regexp_substr regexpinstr
    removeaccentsutf8 replace rpad rtrim scalarproduct scalarproducttransposed second splitbyalpha str_to_date str_to_map substr
    substring_index time_bucket timestamp_diff timestampdiff timezone timezoneof timezoneoffset to_base64 to_days to_unixtime
    to_utc_timestamp tostartoffiveminute totimezone trim truncate ucase unnest utc_timestamp vectordifference vectorsum
    visitparamextractbool visitparamextractfloat visitparamextractint visitparamextractraw visitparamextractstring
    visitparamextractuint visitparamhas week width_bucket yandexconsistenthash year yearweek`,
  aggregates: `analysisofvariance anova any any_respect_nulls any_value any_value_respect_nulls anyheavy anylast anylast_respect_nulls
    anylastrespectnulls anyrespectnulls anyvaluerespectnulls approx_top_count approx_top_k approx_top_sum argandmax argandmin argmax
    argmin array_agg array_concat_agg avg avgweighted bit_and bit_or bit_xor boundingratio categoricalinformationvalue contingency
    corr corrmatrix corrstable count covar_pop covar_samp covarpop covarpopmatrix covarpopstable covarsamp covarsampmatrix
    covarsampstable cramersv cramersvbiascorrected cume_dist deltasum deltasumtimestamp dense_rank denserank distinctdynamictypes
    distinctjsonpaths distinctjsonpathsandtypes entropy exponentialmovingaverage exponentialtimedecayedavg
    exponentialtimedecayedcount exponentialtimedecayedmax exponentialtimedecayedsum first_value first_value_respect_nulls
    firstvaluerespectnulls group_concat grouparray grouparrayinsertat grouparrayintersect grouparraylast
    grouparraymovingavg grouparraymovingsum grouparraysample grouparraysorted groupbitand groupbitmap groupbitmapand groupbitmapor
    groupbitmapxor groupbitor groupbitxor groupconcat groupformat groupnumericindexedvector groupuniqarray histogram
    intervallengthsum kolmogorovsmirnovtest kurtpop kurtsamp lag laginframe largesttrianglethreebuckets last_value
    last_value_respect_nulls lastvaluerespectnulls lead leadinframe lttb mannwhitneyutest max max_by maxintersections
    maxintersectionsposition maxmappedarrays meanztest median medianbfloat16 medianbfloat16weighted mediandd mediandeterministic
    medianexact medianexacthigh medianexactlow medianexactweighted medianexactweightedinterpolated mediangk
    medianinterpolatedweighted mediantdigest mediantdigestweighted mediantiming mediantimingweighted min min_by minmappedarrays
    nonnegativederivative nothing nothingnull nothinguint64 nth_value ntile percent_rank percentrank quantile quantilebfloat16
    quantilebfloat16weighted quantiledd quantiledeterministic quantileexact quantileexactexclusive quantileexacthigh
    quantileexactinclusive quantileexactlow quantileexactweighted quantileexactweightedinterpolated quantilegk
    quantileinterpolatedweighted quantileprometheushistogram quantiles quantilesbfloat16 quantilesbfloat16weighted quantilesdd
    quantilesdeterministic quantilesexact quantilesexactexclusive quantilesexacthigh quantilesexactinclusive quantilesexactlow
    quantilesexactweighted quantilesexactweightedinterpolated quantilesgk quantilesinterpolatedweighted quantilesprometheushistogram
    quantilestdigest quantilestdigestweighted quantilestiming quantilestimingweighted quantiletdigest quantiletdigestweighted
    quantiletiming quantiletimingweighted rank rankcorr retention row_number sequencecount sequencematch sequencematchevents
    sequencenextnode simplelinearregression singlevalueornull skewpop skewsamp sparkbar std stddev stddev_pop stddev_samp stddevpop
    stddevpopstable stddevsamp stddevsampstable string_agg studentttest studentttestonesample sum sumcount sumkahan summapfiltered
    summapfilteredwithoverflow summappedarrays summapwithoverflow sumwithoverflow theilsu topk topkweighted uniq uniqcombined
    uniqcombined64 uniqexact uniqhll12 uniqupto var_pop var_samp varpop varpopstable varsamp varsampstable welchttest windowfunnel`,
} as const;

const named = (text: string): string[] => text.split(/\s+/);

const AGGREGATES: ReadonlySet<string> = new Set(named(GROUPS.aggregates));
const FUNCTIONS: ReadonlySet<string> = new Set(Object.values(GROUPS).flatMap(named));

/** What is added to the name of an aggregate (manual, "Aggregate function combinators"). */
const COMBINATOR = /^(.+?)(?:if|array|map|distinct|ordefault|ornull|foreach|state|merge|argmin|argmax)$/;

export function isAllowedFunction(name: string): boolean {
  const lower = name.toLowerCase();
  return FUNCTIONS.has(lower) || isAggregateFunction(lower);
}

/** @param name in lower case */
export const isAggregateFunction = (name: string): boolean => {
  if (AGGREGATES.has(name)) return true;
  const base = COMBINATOR.exec(name)?.[1];
  return base !== undefined && isAggregateFunction(base);
};

export const FUNCTION_NAMES: ReadonlySet<string> = FUNCTIONS;

/** In place of a table: they make rows, and read nothing. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(['numbers', 'numbers_mt', 'generateSeries', 'generate_series', 'zeros']);
