/** npm run bench: the figures of the design's budget that exist by now; also written to .cache/bench.json. */
import { join } from 'node:path';
import { browserAtHand } from '../e2e/support/browser.ts';
import { ADMIN, startProduct } from '../e2e/support/product.ts';
import { measureChartData } from './chart-data.ts';
import { Client } from './client.ts';
import { measureDashboard } from './dashboard.ts';
import { measureLargeAnswers } from './large-answers.ts';
import { measureLargeLists } from './large-lists.ts';
import { measureLists } from './lists.ts';
import { measurePostgres } from './postgres.ts';
import { Report } from './report.ts';
import { measureSqlLab } from './sql-lab.ts';
import { measureStart } from './start.ts';

const report = new Report();
await measureStart(report);
await measureLargeLists(report);
const product = await startProduct({ settings: ADMIN });
try {
  const client = await Client.signIn(product);
  await client.examplesReady();
  await measureChartData(report, client, product.home);
  await measurePostgres(report, client);
  await measureLargeAnswers(report, join(product.home, 'examples.duckdb'));
  await measureLists(report, client);
  if (browserAtHand()) {
    await measureDashboard(report, client);
    await measureSqlLab(report, client, product.url);
  }
} finally {
  report.write(join(import.meta.dirname, '..', '.cache', 'bench.json'));
  await product.remove();
}
