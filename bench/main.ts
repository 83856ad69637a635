/**
 * npm run bench [-- PART …]: the figures of the design's budget; also written to .cache/bench.json. Without a part all
 * are measured; the parts are the names below. With --types=WORD,… only chart types whose keys have one of the words.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserAtHand } from '../e2e/support/browser.ts';
import { ADMIN, type Product, startProduct } from '../e2e/support/product.ts';
import { measureBoards } from './boards.ts';
import { measureChartData } from './chart-data.ts';
import { measureChartTypes } from './chart-types.ts';
import { Client } from './client.ts';
import { measureDashboard } from './dashboard.ts';
import { measureExplore } from './explore.ts';
import { measureHeavy } from './heavy.ts';
import { measureKills } from './kills.ts';
import { measureLargeAnswers } from './large-answers.ts';
import { measureLargeLists } from './large-lists.ts';
import { measureLists } from './lists.ts';
import { measurePostgres } from './postgres.ts';
import { Report } from './report.ts';
import { measureSqlLab } from './sql-lab.ts';
import { measureStart } from './start.ts';

type OnProduct = (report: Report, client: Client, product: Product) => Promise<void>;

/** Parts that start what they measure. */
const ALONE: Record<string, (report: Report) => Promise<void>> = {
  start: measureStart,
  lists: measureLargeLists,
  kills: measureKills,
  heavy: measureHeavy,
};
/** Parts that share one product with the examples, in this order. */
const SHARED: Record<string, OnProduct> = {
  data: (report, client, { home }) => measureChartData(report, client, home),
  postgres: measurePostgres,
  large: (report, _client, { home }) => measureLargeAnswers(report, join(home, 'examples.duckdb')),
  made: measureLists,
  dashboard: onBrowser(async (report, client) => {
    await measureDashboard(report, client);
    await measureBoards(report, client);
  }),
  charts: onBrowser(async (report, client) => {
    await measureChartTypes(report, isAskedType);
    await measureExplore(report, client, isAskedType);
  }),
  sqllab: onBrowser((report, client, { url }) => measureSqlLab(report, client, url)),
};

const parts = [...Object.keys(ALONE), ...Object.keys(SHARED)];
const { values: options, positionals: asked } = parseArgs({
  options: { types: { type: 'string', default: '' } },
  allowPositionals: true,
});
const unknown = asked.filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${parts.join(', ')}.`);
  process.exit(2);
}
const wanted = <Run>(all: Record<string, Run>): Run[] =>
  Object.entries(all).flatMap(([name, run]) => (asked.length === 0 || asked.includes(name) ? [run] : []));

const report = new Report();
try {
  for (const run of wanted(ALONE)) await run(report);
  if (wanted(SHARED).length > 0) await measureShared(wanted(SHARED));
} finally {
  report.write(join(import.meta.dirname, '..', '.cache', 'bench.json'));
}

async function measureShared(runs: OnProduct[]): Promise<void> {
  const product = await startProduct({ settings: ADMIN });
  try {
    const client = await Client.signIn(product);
    await client.examplesReady();
    for (const run of runs) await run(report, client, product);
  } finally {
    await product.remove();
  }
}

/** Whether this chart type is to be measured. */
function isAskedType(key: string): boolean {
  return options.types.split(',').some((word) => key.includes(word));
}

/** Measures where there is a browser. */
function onBrowser(run: OnProduct): OnProduct {
  return async (...given) => {
    if (browserAtHand()) await run(...given);
  };
}
