/** Expressions that people write in each engine and that read nothing but their row: free SQL takes every one of them. */
export const USUAL_EXPRESSIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    postgresql: `
      a::int[] ;; a->>'b' ;; a#>>'{x,y}' ;; a @> '{}'::jsonb ;; a ? 'b' ;; a ?| array['x'] ;; a ?& array['x'] ;; a @? '$.x' ;;
      a @@ '$.x' ;; array[1,2] ;; a[1] ;; a[1:2] ;; a && b ;; interval '1 day' ;; a at time zone 'UTC' ;; extract(epoch from a) ;;
      percentile_cont(0.5) within group (order by a) ;; sum(a) filter (where b) ;;
      row_number() over (partition by a order by b desc nulls last rows between unbounded preceding and current row) ;;
      case when a then 1 else 2 end ;; "q n" ;; a ~* 'x' ;; a !~ 'x' ;; a similar to 'x' ;; x'ff' ;; b'01' ;; e'a\\n' ;; $$x$$ ;;
      $t$x$t$ ;; date '2020-01-01' ;; timestamp with time zone '2020-01-01 00:00' ;; a is distinct from b ;; a is not null ;; a isnull ;;
      a notnull ;; a between symmetric 1 and 2 ;; (a,b) = (1,2) ;; row(1,2) ;; a = any(array[1,2]) ;; a = any('{1,2}'::int[]) ;;
      a = all(b) ;; overlay(a placing 'x' from 1 for 2) ;; substring(a from 1 for 2) ;; substring(a from 'x') ;;
      substring(a similar 'x' escape '#') ;; position('a' in b) ;; trim(leading 'x' from a) ;; trim(from a) ;; (a,b) overlaps (c,d) ;;
      a collate "C" ;; cast(a as numeric(10,2)) ;; a::numeric(10,2) ;; a::timestamp(3) with time zone ;; a ^ b ;; a # b ;; ~a ;; @ a ;;
      a << 1 ;; a <<= b ;; a <-> b ;; a -|- b ;; a ->> 0 ;; string_agg(a, ',' order by b) ;; array_agg(distinct a order by a) ;;
      jsonb_build_object('a', b) ;; count(distinct (a,b)) ;; count(*) ;; grouping(a) ;; a operator(pg_catalog.+) b ;; a::varchar(3) ;;
      a::bit(3) ;; coalesce(a,b) ;; nullif(a,b) ;; greatest(a,b) ;; current_date ;; current_timestamp(3) ;; localtime ;;
      a like 'x' escape '!' ;; a ilike any(array['x']) ;; not a ;; (a).b ;; a.b.c ;; xmlelement(name foo) ;;
      json_value(a, '$.x' returning int) ;; json_exists(a, '$.x') ;; a is json ;; make_interval(days => 1) ;; normalize(a, NFC) ;;
      a is normalized ;; bool 'true' ;; a::"char" ;; interval '1' day ;; interval(3) '1 day' ;; nth_value(a,2) over w ;;
      first_value(a) over (order by b groups between 1 preceding and 1 following exclude ties) ;; mode() within group (order by a) ;;
      date_bin('15 minutes', a, timestamp '2001-01-01') ;; a in (1,2) ;; a in ('x') ;; 1e3 ;; 1_000 ;; 0xff ;; ceil(a) ;; set ;; values ;;
      "from" ;; a <> b ;; a != b ;; -a ;; +a ;; a % b ;; a || b
    `,
    duckdb: `
      a::int[] ;; [1,2] ;; [x+1 for x in l if x>1] ;; {'a': 1} ;; map {'a': 1} ;; map([1],[2]) ;; a[1] ;; a[1:2] ;; a[-1] ;; a[1:2:3] ;;
      list_transform(l, x -> x+1) ;; list_transform(l, lambda x: x+1) ;; list_filter(l, (x,i) -> x>i) ;; a.b.c ;; 'x'.upper() ;;
      a.upper().lower() ;; struct_pack(a := 1) ;; row(1,2) ;; columns('x') ;; a ->> '$.x' ;; a -> 'x' ;; a ** 2 ;; a // b ;; a ^@ b ;;
      a glob 'x*' ;; a similar to 'x' ;; a ~ 'x' ;; interval 1 day ;; interval '1' day ;; interval (a) day ;; to_days(1) ;;
      try_cast(a as int) ;; a::decimal(10,2) ;; a::struct(x int) ;; a::map(int,int) ;; quantile_cont(a, 0.5) ;;
      quantile_cont(a, [0.1,0.9]) ;; percentile_cont(0.5) within group (order by a) ;; arg_max(a,b) ;; count() filter (b) ;;
      count(*) filter (where b) ;; sum(a) over (order by b range between interval 1 day preceding and current row) ;;
      a at time zone 'UTC' ;; date_part('year', a) ;; extract('year' from a) ;; epoch_ms(a) ;; strftime(a, '%Y') ;; a in [1,2] ;;
      a not in (1) ;; a is not distinct from b ;; case a when 1 then 2 end ;; first(a order by b) ;; list(a order by b desc) ;;
      string_agg(a, ',' order by b) ;; lag(a ignore nulls) over (order by b) ;; lag(a) ignore nulls over (order by b) ;; #1 ;; $$x$$ ;;
      e'\\n' ;; x'ff' ;; 1_000 ;; a collate nocase ;; if(a,1,2) ;; a && b ;; a @> b ;; list_value(1) ;; [1,2][1] ;; {'a':1}.a ;;
      {'a':1}['a'] ;; a between 1 and 2 ;; date '2020-01-01' ;; timestamp '2020-01-01' ;; timestamptz '2020-01-01' ;; a is null ;; -a ;;
      ~a ;; @a ;; a! ;; a <=> b ;; unnest(l) ;; position('a' in b) ;; substring(a, 1, 2) ;; substring(a from 1 for 2) ;;
      trim(both 'x' from a) ;; overlay('a' placing 'b' from 1) ;; not a ;; a = any([1,2]) ;; a > all(l) ;; array[1,2] ;; array_agg(a) ;;
      a ilike 'x' ;; cast(a as varchar) ;; cast({'a':1} as json) ;; date_trunc('day', a) ;; now() ;; current_date ;; today() ;;
      count(distinct a) ;; max(a, 3) ;; histogram(a) ;; a.b[1].c ;; list_reduce(l, (x,y) -> x+y) ;; apply(l, x -> x) ;;
      array_transform(l, x->x) ;; case when a then 1 end ;; nth_value(a,2) over (order by b) ;; coalesce(a,1) ;; (a, b) ;; (a).b
    `,
    mysql: `
      \`a b\` ;; a <=> b ;; a div b ;; a mod b ;; a xor b ;; a regexp 'x' ;; a rlike 'x' ;; not a ;; !a ;; a && b ;; a || b ;;
      date_add(a, interval 1 day) ;; a + interval 1 day ;; interval 1 day + a ;; group_concat(distinct a order by b desc separator ',') ;;
      a->'$.x' ;; a->>'$.x' ;; json_extract(a,'$.x') ;; cast(a as signed) ;; cast(a as char(3)) ;; cast(a as decimal(10,2)) ;;
      cast(a as unsigned) ;; convert(a, char) ;; convert(a using utf8mb4) ;; extract(year from a) ;; extract(year_month from a) ;;
      timestampdiff(day,a,b) ;; substring(a from 1 for 2) ;; substring_index(a,',',1) ;; position('a' in b) ;; locate('a',b) ;;
      trim(leading 'x' from a) ;; if(a,1,2) ;; ifnull(a,b) ;; a collate utf8mb4_bin ;; _utf8mb4'x' ;; binary a ;; x'ff' ;; 0xff ;;
      b'01' ;; date '2020-01-01' ;; timestamp '2020-01-01 00:00:00' ;; match(a) against('x') ;; match(a,b) against('x' in boolean mode) ;;
      a sounds like b ;; a in (1,2) ;; count(distinct a,b) ;; row_number() over (order by a) ;; sum(a) over w ;;
      case a when 1 then 2 end ;; "text" ;; a is true ;; a is not unknown ;; a like 'x' escape '!' ;; values(a) ;; char(65 using utf8) ;;
      weight_string(a) ;; get_format(date,'USA') ;; adddate(a, 1) ;; date_format(a,'%Y') ;; utc_timestamp() ;; now(3) ;;
      current_timestamp ;; std(a) ;; bit_count(a) ;; a & b ;; a ^ b ;; a << 1 ;; ~a ;; (a,b) in ((1,2)) ;; row(1,2) = row(a,b) ;;
      a between 1 and 2 ;; timestampadd(day,1,a) ;; a member of('[1]') ;; percentile_cont(0.5) within group (order by a) over () ;;
      median(a) over () ;; left(a,1) ;; replace(a,'b','c') ;; insert(a,1,2,'x') ;; repeat('x',2) ;; truncate(a,1) ;; mod(a,2) ;;
      quarter(a) ;; format(a,2) ;; 'a' 'b'
    `,
    sqlite: `
      \`a\` ;; [a b] ;; a glob 'x' ;; a match 'x' ;; a regexp 'x' ;; a is b ;; a is not b ;; a isnull ;; a notnull ;; a not null ;;
      a -> '$.x' ;; a ->> 'x' ;; cast(a as int) ;; group_concat(a, ',') ;; group_concat(distinct a) ;; sum(a) filter (where b) ;;
      row_number() over (order by a) ;; strftime('%Y', a) ;; date(a, 'start of month') ;; x'ff' ;; a collate nocase ;;
      a like 'x' escape '!' ;; case when a then 1 end ;; iif(a,1,2) ;; ifnull(a,b) ;; max(a,b) ;; printf('%d',a) ;; a || b ;; a % b ;;
      a == b ;; a <> b ;; ~a ;; a << 1 ;; a between 1 and 2 ;; a in (1,2) ;; json_extract(a,'$.x') ;; julianday(a) ;; current_date ;;
      likelihood(a,0.5) ;; substr(a,1,2) ;; total(a) ;; instr(a,b) ;; a is not distinct from b ;; (a,b)=(1,2) ;; true ;; 1e3 ;;
      count(*) ;; string_agg(a,',' order by b) ;; unixepoch(a) ;; format('%s',a) ;; replace(a,'x','y') ;; a.b ;; not a ;; a is true ;;
      glob('x',a) ;; percentile(a,50)
    `,
    clickhouse: `
      toStartOfDay(a) ;; arrayMap(x -> x+1, a) ;; arrayMap((x,y) -> x+y, a, b) ;; a[1] ;; tuple(1,2) ;; (1,2) ;; (a,b).1 ;; a.1 ;;
      t.a.b ;; [1,2] ;; {'a':1} ;; map('a',1) ;; a ? b : c ;; if(a,b,c) ;; multiIf(a,1,b,2,3) ;; quantile(0.9)(a) ;;
      quantiles(0.5,0.9)(a) ;; topK(3)(a) ;; sumIf(a,b) ;; count() ;; countIf(a) ;; uniq(a) ;; uniqExact(a,b) ;; groupArray(10)(a) ;;
      argMax(a,b) ;; a::UInt8 ;; a::Nullable(String) ;; cast(a as Nullable(String)) ;; cast(a, 'UInt8') ;; toDateTime64(a,3,'UTC') ;;
      interval 1 day ;; toIntervalDay(1) ;; a + interval 1 day ;; a in (1,2) ;; a not in (1,2) ;; a global in (1,2) ;; a in tuple(1,2) ;;
      a in [1,2] ;; a like 'x' ;; a ilike 'x' ;; match(a,'x') ;; a % b ;; a == b ;; a <> b ;; a div b ;; a mod b ;;
      case when a then 1 end ;; extract(a, 'x') ;; extract(year from a) ;; dateDiff('day',a,b) ;; date_diff(day,a,b) ;;
      formatDateTime(a,'%Y') ;; \`a b\` ;; "a b" ;; row_number() over (partition by a order by b) ;;
      sum(a) over (order by b rows between unbounded preceding and current row) ;; lagInFrame(a) over (order by b) ;; substring(a,1,2) ;;
      substring(a from 1 for 2) ;; trim(both 'x' from a) ;; position(a,'b') ;; a is null ;; isNull(a) ;; a is not distinct from b ;;
      a <=> b ;; date '2020-01-01' ;; toDate('2020-01-01') ;; timestamp '2020-01-01 00:00:00' ;; JSONExtractString(a,'b') ;; a.b.c ;;
      a.^b ;; a.b.:Int64 ;; a between 1 and 2 ;; not a ;; -a ;; a || b ;; 0xff ;; inf ;; nan ;; null ;; true ;; now() ;; today() ;;
      sumMerge(a) ;; sumState(a) ;; avgWeighted(a,b) ;; arrayJoin(a) ;; has(a,1) ;; length(a) ;; empty(a) ;; arrayFilter(x -> x > 1, a) ;;
      arraySum(x -> x, a) ;; transform(a,[1],[2],0) ;; count(distinct a) ;; sum(distinct a) ;; any(a) ;; any_value(a) ;;
      sum(a) filter (where b) ;; $$x$$ ;; a and b ;; plus(a,b) ;; columns('x') ;; histogram(5)(a) ;; exponentialTimeDecayedAvg(60)(a,b) ;;
      sequenceMatch('(?1)(?2)')(a,b=1,c=2) ;; windowFunnel(60)(a,b=1) ;; ifNull(a,b) ;; a.size0 ;; quantileTDigestWeighted(0.5)(a,b) ;;
      toTypeName(a) ;; CAST((1,'a') AS Tuple(a UInt8, b String)) ;; dateTrunc('day', a) ;; date_trunc('day',a) ;;
      groupArrayIf(a, b = 1)
    `,
    snowflake: `
      a:b.c::string ;; a['b'] ;; a[0] ;; iff(a,1,2) ;; dateadd(day,1,a) ;; datediff('day',a,b) ;; date_trunc('MONTH',a) ;; a::variant ;;
      to_date(a) ;; listagg(a,',') within group (order by b) ;; array_agg(a) within group (order by b) ;; a ilike any ('x','y') ;;
      a rlike 'x' ;; try_cast(a as int) ;; object_construct('a',1) ;; {'a':1} ;; [1,2] ;; parse_json(a) ;; qualify ;; zeroifnull(a) ;;
      a is distinct from b ;; a || b ;; median(a) ;; approx_percentile(a,0.5) ;; interval '1 day' ;; filter(a, x -> x > 1) ;;
      to_timestamp_ntz(a) ;; row_number() over (order by a) ;; a collate 'en' ;; case when a then 1 end ;; a::number(10,2) ;;
      percentile_cont(0.5) within group (order by a) ;; lag(a) ignore nulls over (order by b) ;; regexp_like(a,'x') ;;
      convert_timezone('UTC',a) ;; current_date() ;; current_date ;; extract(year from a) ;; date_part(year,a) ;; monthname(a) ;;
      a like all ('x','y') ;; grouping_id(a) ;; hash(*) ;; a:"b c" ;; a:b[0].c
    `,
    bigquery: `
      \`a b\` ;; a.b.c ;; a[offset(0)] ;; a[safe_offset(0)] ;; a[ordinal(1)] ;; safe_cast(a as int64) ;; cast(a as string format 'YYYY') ;;
      struct(1 as a) ;; struct<a int64>(1) ;; array<int64>[1] ;; [1,2] ;; date_trunc(a, month) ;; date_add(a, interval 1 day) ;;
      timestamp_diff(a,b,day) ;; extract(isoweek from a) ;; extract(date from a at time zone 'UTC') ;; safe.substr(a,1) ;;
      safe_divide(a,b) ;; countif(a) ;; approx_quantiles(a,100)[offset(50)] ;; string_agg(a, ',' order by b limit 2) ;;
      array_agg(a ignore nulls order by b limit 1) ;; a is not distinct from b ;; date '2020-01-01' ;; numeric '1.5' ;; json '{}' ;;
      a like 'x' ;; if(a,1,2) ;; ifnull(a,b) ;; count(distinct a) ;; sum(a) over (order by b) ;; a in unnest([1,2]) ;; a in unnest(b) ;;
      regexp_contains(a,'x') ;; b'x' ;; format('%d',a) ;; format_date('%Y',a) ;; generate_array(1,2) ;; a || b ;; net.host(a) ;;
      case when a then 1 end ;; any_value(a having max b) ;; percentile_cont(a,0.5) over () ;; a between 1 and 2 ;; datetime(a,'UTC') ;;
      timestamp(a) ;; parse_date('%Y',a) ;; hll_count.merge(a) ;; json_value(a,'$.x') ;; a.json.field ;; interval 1 day ;;
      a like any ('x') ;; current_date() ;; unix_seconds(a) ;; a <> b
    `,
    trino: `
      a[1] ;; array[1,2] ;; map(array['a'],array[1]) ;; row(1,2) ;; cast(row(1,2) as row(a int,b int)) ;; cast(a as varchar(10)) ;;
      try_cast(a as double) ;; try(a/b) ;; date_trunc('day',a) ;; date '2020-01-01' ;; timestamp '2020-01-01 00:00:00 UTC' ;;
      interval '1' day ;; a at time zone 'UTC' ;; transform(a, x -> x+1) ;; reduce(a, 0, (s,x) -> s+x, s -> s) ;;
      approx_percentile(a,0.5) ;; count_if(a) ;; count(*) filter (where a) ;; array_agg(a order by b) ;;
      listagg(a,',') within group (order by b) ;; listagg(a, ',' on overflow truncate '...' with count) within group (order by b) ;;
      a is distinct from b ;; json_extract_scalar(a,'$.x') ;; json_value(a, 'lax $.x' returning int) ;; a.b.c ;; if(a,1,2) ;;
      row_number() over (order by a) ;; lag(a) ignore nulls over (order by b) ;; extract(year from a) ;; x'ff' ;; a like 'x' escape '!' ;;
      a || b ;; max_by(a,b) ;; histogram(a) ;; grouping(a) ;; a in (1,2) ;; any_match(a, x -> x>1) ;; element_at(a,1) ;; a % b ;;
      format('%s',a) ;; substring(a from 1 for 2) ;; substring(a,1) ;; position('a' in b) ;; trim(both 'x' from a) ;; normalize(a, NFD) ;;
      current_date ;; decimal '1.5' ;; double '1.5' ;; char 'x' ;; varchar 'x' ;; a between 1 and 2 ;; bigint '1' ;;
      date_diff('day',a,b) ;; first_value(a) over (partition by b) ;; regexp_like(a,'x')
    `,
    mssql: `
      [a b] ;; dateadd(day,1,a) ;; datediff(day,a,b) ;; datepart(week,a) ;; datename(month,a) ;; convert(varchar(10),a,23) ;;
      cast(a as varchar(max)) ;; try_cast(a as int) ;; try_convert(int,a) ;; iif(a=1,1,2) ;; isnull(a,b) ;;
      string_agg(a,',') within group (order by b) ;; N'x' ;; a + b ;; len(a) ;; getdate() ;; eomonth(a) ;; format(a,'d') ;;
      case when a=1 then 1 end ;; row_number() over (order by a) ;;
      sum(a) over (partition by b order by c rows between unbounded preceding and current row) ;; a at time zone 'UTC' ;;
      percentile_cont(0.5) within group (order by a) over (partition by b) ;; a collate Latin1_General_CI_AS ;; json_value(a,'$.x') ;;
      choose(1,'a') ;; count_big(*) ;; 0xff ;; $5 ;; checksum_agg(a) ;; a % b ;; not a = 1 ;; a like '[a-c]%' ;; parse('1' as int) ;;
      left(a,1) ;; right(a,1) ;; {fn now()} ;; {d '2020-01-01'} ;; count(distinct a) ;; a in (1,2) ;; date_bucket(week,1,a) ;;
      a.value('x','int') ;; iif(a is null,1,2) ;; trim('x' from a) ;; datetrunc(day,a) ;; concat_ws(',',a,b)
    `,
    oracle: `
      to_char(a,'YYYY') ;; nvl(a,b) ;; decode(a,1,2) ;; trunc(a) ;; sysdate ;; systimestamp ;; date '2020-01-01' ;; interval '1' day ;;
      interval '1-2' year to month ;; listagg(a,',') within group (order by b) ;; row_number() over (order by a) ;;
      extract(year from a) ;; a || b ;; cast(a as varchar2(10)) ;; regexp_like(a,'x') ;; max(a) keep (dense_rank first order by b) ;;
      ratio_to_report(a) over () ;; a at time zone 'UTC' ;; mod(a,2) ;; months_between(a,b) ;; add_months(a,1) ;;
      case when a=1 then 1 end ;; rownum ;; level ;; connect_by_root a ;; prior a ;; rowid ;; n'x' ;; json_value(a,'$.x') ;; a.b.c ;;
      median(a) ;; nvl2(a,b,c) ;; a in (1,2) ;; a between 1 and 2 ;; count(distinct a) ;; lag(a) ignore nulls over (order by b) ;;
      first_value(a ignore nulls) over (order by b) ;; to_date('x','y') ;; numtodsinterval(1,'DAY') ;; a is not null ;; a ^= b ;;
      a <> b ;; trim(leading '0' from a) ;; xmlagg(a)
    `,
    databricks: `
      \`a b\` ;; a:b.c ;; a:b::string ;; cast(a as string) ;; a::int ;; try_cast(a as int) ;; date_trunc('day',a) ;; interval 1 day ;;
      interval '1' day ;; array(1,2) ;; map('a',1) ;; named_struct('a',1) ;; transform(a, x -> x+1) ;; filter(a, x -> x>1) ;;
      aggregate(a,0,(s,x)->s+x) ;; a[0] ;; a.b ;; percentile_approx(a,0.5) ;; collect_list(a) ;; count_if(a) ;; a rlike 'x' ;;
      a ilike 'x' ;; a <=> b ;; date_add(a,1) ;; datediff(a,b) ;; extract(year from a) ;; sum(a) filter (where b) ;;
      row_number() over (order by a) ;; a like any ('x','y') ;; if(a,1,2) ;; nvl(a,b) ;; lag(a) ignore nulls over (order by b) ;;
      a div b ;; current_date() ;; timestamp '2020-01-01' ;; a is not distinct from b ;; case when a then 1 end ;;
      percentile_cont(0.5) within group (order by a) ;; regexp_extract(a,'x',1) ;; from_unixtime(a) ;; unix_timestamp() ;; a in (1,2) ;;
      a ?:: int ;; x'ff' ;; dateadd(day,1,a) ;; timestampdiff(day,a,b)
    `,
  }).map(([engine, text]) => [engine, text.split(';;').map((expression) => expression.trim())]),
);
