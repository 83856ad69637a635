/**
 * npm run sweep [-- WORD]: plays every bad request against every route (those whose address contains WORD), on each
 * store of records within reach. Prints what was found and how much was played.
 */
import { sweep } from '../apps/server/src/safety/sweep/sweep.ts';
import { openTestApp, RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';

const only = process.argv[2];
let found = 0;
for (const kind of RECORD_KINDS) {
  const house = await openTestApp(kind, {
    settings: { CHARTROOM_BODY_LIMIT: '4000000' },
  });
  const started = performance.now();
  const { played, statuses, findings } = await sweep(house, { kind, oneOf: 1, seed: 1, only });
  await house.close();
  found += findings.length;
  for (const finding of findings) console.log(finding);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  const megabytes = (process.memoryUsage().rss / 1024 / 1024).toFixed(0);
  console.log(
    `${kind}: ${played} requests in ${seconds} s, ${findings.length} findings, ${megabytes} MB; answers ${JSON.stringify(statuses)}`,
  );
}
process.exit(found > 0 ? 1 : 0);
