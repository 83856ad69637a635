/**
 * npm run sweep -- heavy [WORD]: sends a real server what promises much work for half an hour (`--minutes=N`), beside a process
 * that watches whether it answers. `--seed=N` replays what was sent, `--stacks` tells where the time of a block went (to look
 * takes time itself: what it finds late need not be late without it).
 * npm run sweep [-- WORD]: plays every bad request against every route (those whose address contains WORD), on all
 * stores of records within reach at the same time, each in a process of its own. Prints what was found, how far it has
 * come and how much was played. `--on=sqlite` or `--on=postgres` plays on one.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { RecordsKind } from '../apps/server/src/records/records-kind.ts';
import { sweep } from '../apps/server/src/safety/sweep/sweep.ts';
import { openTestApp, RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';
import { hunt } from '../e2e/support/heavy-sweep/hunt.ts';

const given = process.argv.slice(2);
const on = RECORD_KINDS.find((kind) => given.includes(`--on=${kind}`));
const words = given.filter((each) => !each.startsWith('--'));
const isHeavy = words[0] === 'heavy';
const only = words[isHeavy ? 1 : 0];
const number = (name: string, usual: number) =>
  Number(given.find((each) => each.startsWith(`--${name}=`))?.split('=')[1] ?? usual);
/** Requests between two lines that say how far a sweep has come. */
const PER_LINE = 5_000;
/** Half of the time would go into writing to a disk what nobody needs again. */
const IN_MEMORY = '/dev/shm';

if (on) process.exit((await (isHeavy ? huntOn(on) : sweepOn(on))) > 0 ? 1 : 0);
const ends = await (isHeavy ? inTurn() : Promise.all(RECORD_KINDS.map(sweepApart)));
process.exit(ends.every((code) => code === 0) ? 0 : 1);

function sweepApart(kind: RecordsKind): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, import.meta.filename, ...given, `--on=${kind}`],
    { stdio: 'inherit' },
  );
  return new Promise((resolve) => child.once('exit', resolve));
}

/** One store after the other: two servers under load would be stalled by one another. */
async function inTurn(): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (const kind of RECORD_KINDS) codes.push(await sweepApart(kind));
  return codes;
}

async function huntOn(kind: RecordsKind): Promise<number> {
  const seed = number('seed', Math.floor(Math.random() * 1_000_000));
  console.log(`${kind}: --seed=${seed}`);
  const minutes = number('minutes', 30);
  const findings = await hunt({
    ...{
      kind,
      seed,
      minutes,
      only,
      requests: number('requests', Number.POSITIVE_INFINITY),
      atOnce: number('at-once', 4),
    },
    ...(existsSync(IN_MEMORY) && { parent: IN_MEMORY }),
    stacks: given.includes('--stacks'),
    say: (line) => console.log(line),
  });
  for (const line of findings.lines()) console.log(line);
  return findings.deaths + findings.stalls.length + findings.faults.length;
}

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
  const { played, statuses, findings } = await sweep(house, {
    kind,
    oneOf: 1,
    seed: 1,
    only,
    onPlayed,
    onFound,
  });
  await house.close();
  const megabytes = (process.memoryUsage().rss / 1024 / 1024).toFixed(0);
  console.log(
    `${kind}: ${played} requests in ${seconds()} s, ${findings.length} findings, ${megabytes} MB; answers ${JSON.stringify(statuses)}`,
  );
  if (played === 0) throw new Error(`No route has ${only} in its address.`);
  return findings.length;
}
