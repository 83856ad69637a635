import { DuckDBInstance } from '@duckdb/node-api';
const i = await DuckDBInstance.create(':memory:'); const c=await i.connect();
const r=await c.runAndReadAll("select function_name, string_agg(distinct function_type, ','), bool_or(has_side_effects), string_agg(distinct stability::varchar) from duckdb_functions() where regexp_matches(function_name,'^[a-z_][a-z0-9_]*$') group by 1 order by 2,1");
let last=''; let out=[];
for (const [n,t,s,st] of r.getRows()) { if (t!==last){ console.log(out.join(' ')); out=[]; console.log('\n##',t); last=t;} out.push(n+(st&&st.includes('VOLATILE')?'!':'')); }
console.log(out.join(' '));
