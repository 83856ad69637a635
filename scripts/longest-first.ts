import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests take longest, journeys a minute and more on two cores, others 15 seconds: begun last, one would run alone at the end. */
const LONG = [
  'e2e/restarts',
  'e2e/dashboard-barriers',
  'e2e/conformance',
  'e2e/reports',
  'e2e/faults',
  'e2e/background',
  'e2e/build-dashboard',
  'e2e/drilling',
  'e2e/main-journey',
  'e2e/dashboard-placements',
  'e2e/dashboard-filters',
  'e2e/dashboard-history',
  'e2e/explore-charts',
  'e2e/explore-work',
  'e2e/dashboard-dialogs',
  'e2e/embed-elements',
  'e2e/heavy-sweep',
  'e2e/pictures',
  'e2e/cards',
  'e2e/queries',
  'e2e/dashboard-downloads',
  'e2e/screens',
  'e2e/first-pictures',
  'e2e/sql-lab-results',
  'e2e/sql-lab-tabs',
  'e2e/sql-lab-editor',
  'e2e/across',
  'e2e/live-sql',
  'clickhouse/load',
  'mysql/load',
  'postgres/load',
  'sql/open-rows',
  'command/command',
  'pictures/chromium-taker',
  'database/uploads',
  'safety/files',
  'child/engine-child',
  'duckdb/load',
  'heavy/worker-room',
  'laws/row-laws',
  'cubes/cube-questions',
  'reports/three-servers',
  'reports/scheduler',
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
