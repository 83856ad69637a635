import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests take longest, half a minute and more on two cores: begun last, one of them would run alone at the end. */
const LONG = [
  'e2e/faults',
  'e2e/conformance',
  'e2e/heavy-sweep',
  'e2e/dashboard-dialogs',
  'e2e/dashboard-filters',
  'e2e/restarts',
  'e2e/drilling',
  'e2e/build-dashboard',
  'e2e/background',
  'e2e/main-journey',
  'e2e/dashboard-placements',
  'e2e/cards',
  'e2e/dashboard-history',
  'e2e/queries',
  'e2e/dashboard-barriers',
  'clickhouse/load',
  'postgres/load',
  'mysql/load',
  'child/engine-child',
  'duckdb/load',
  'sql/open-rows',
  'heavy/worker-room',
  'command/command',
  'laws/row-laws',
];

/** Begins with the files that take longest, so that all workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
