/**
 * npm run sweep [-- WORD]: plays every bad request against every route (those whose address contains WORD), on all
 * stores of records within reach at the same time. Prints what was found, how far it has come and how much was played.
 */
import { existsSync } from 'node:fs';
import type { RecordsKind } from '../apps/server/src/records/records.ts';
import { sweep } from '../apps/server/src/safety/sweep/sweep.ts';
import { openTestApp, RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';

const only = process.argv[2];
/** Requests between two lines that say how far a sweep has come. */
const PER_LINE = 5_000;
/** Half of the time would go into writing to a disk what nobody needs again. */
const IN_MEMORY = '/dev/shm';

const found = await Promise.all(RECORD_KINDS.map(sweepOn));
process.exit(found.some((each) => each > 0) ? 1 : 0);

async function sweepOn(kind: RecordsKind): Promise<number> {
  const house = await openTestApp(kind, {
    settings: { CHARTROOM_BODY_LIMIT: '4000000' },
    ...(existsSync(IN_MEMORY) && { parent: IN_MEMORY }),
  });
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1_000).toFixed(0);
  const onPlayed = (played: number, route: string) => {
    if (played % PER_LINE === 0) console.log(`${kind}: ${played} requests in ${seconds()} s, at ${route}`);
  };
  const onFound = (finding: string) => console.log(`${kind}: ${finding}`);
  const { played, statuses, findings } = await sweep(house, { kind, oneOf: 1, seed: 1, only, onPlayed, onFound });
  await house.close();
  const megabytes = (process.memoryUsage().rss / 1024 / 1024).toFixed(0);
  console.log(
    `${kind}: ${played} requests in ${seconds()} s, ${findings.length} findings, ${megabytes} MB; answers ${JSON.stringify(statuses)}`,
  );
  return findings.length;
}
