import * as lib from '@polyglot-sql/sdk';
await lib.init();
const args=process.argv.slice(2);
const d=args[0];
for (const s of args.slice(1)) { const r=lib.parse(s,d); console.log('>>',s,'\n', r.success, r.error??'', JSON.stringify(r.ast,(k,v)=>v===null||v===false||(Array.isArray(v)&&v.length===0)||k==='span'?undefined:v)); }
