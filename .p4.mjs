import * as lib from '@polyglot-sql/sdk';
await lib.init();
const t=(n,s,d='duckdb')=>{const b=performance.now(); let r; try{ r=lib.parse(s,d); r=r.success?'ok':r.error.slice(0,120);}catch(e){r='THROW '+String(e).slice(0,100)} console.log(n,(performance.now()-b).toFixed(1),r)};
t('warm','select 1'); t('small','SELECT a = 1 and b > 2');t('small','SELECT sum(case when a = 1 then b else 0 end) / nullif(count(*),0)');t('small','SELECT sum(case when a = 2 then b else 0 end) / nullif(count(*),0)');
for (const n of [100,500,1000,5000,20000]) { t('brackets '+n,'SELECT '+'('.repeat(n)+'1'+')'.repeat(n)); }
for (const n of [1000,10000,50000]) t('ors '+n,'SELECT '+Array.from({length:n},(_,i)=>'a='+i).join(' or '));
for (const n of [1000,10000,50000]) t('in '+n,'SELECT a in ('+Array.from({length:n},(_,i)=>i).join(',')+')');
for (const n of [100,1000,5000]) t('not '+n,'SELECT '+'not '.repeat(n)+'a');
for (const n of [100,1000,5000]) t('minus '+n,'SELECT '+'- '.repeat(n)+'a');
for (const n of [100,1000]) t('case '+n,'SELECT '+'case when a then '.repeat(n)+'1'+' end'.repeat(n));
t('after','select 1');
console.log(process.memoryUsage().rss/1e6)
