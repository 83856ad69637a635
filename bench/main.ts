/**
 * npm run bench [-- PART …]: the figures of the design's budget; also written to .cache/bench.json. Without a part all
 * are measured; the parts are the names below. `lists:WORD` measures those lists whose figures contain the word, `charts:WORD,…` chart
 * types whose keys have one of the words, `pages:WORD` those pages whose names contain it.
 */
import { join } from 'node:path';
import { browserAtHand } from '../e2e/support/browser.ts';
import { ADMIN, type Product, startProduct } from '../e2e/support/product.ts';
import { measureAcross } from './across.ts';
import { measureBoards } from './boards.ts';
import { measureChartData } from './chart-data.ts';
import { measureChartTypes } from './chart-types.ts';
import { Client } from './client.ts';
import { measureDashboard } from './dashboard.ts';
import { measureDownloads } from './downloads.ts';
import { measureExplore } from './explore.ts';
import { measureHeavy } from './heavy.ts';
import { measureKills } from './kills.ts';
import { measureLargeAnswers } from './large-answers.ts';
import { measureLargeLists } from './large-lists.ts';
import { measureLists } from './lists.ts';
import { measurePages } from './pages.ts';
import { measurePostgres } from './postgres.ts';
import { Report } from './report.ts';
import { measureReports } from './reports.ts';
import { measureSqlLab } from './sql-lab.ts';
import { measureStart } from './start.ts';

type OnProduct = (report: Report, client: Client, product: Product, word?: string) => Promise<void>;

/** Parts that start what they measure. */
const ALONE: Record<string, (report: Report, word?: string) => Promise<void>> = {
  start: measureStart,
  lists: measureLargeLists,
  kills: measureKills,
  heavy: measureHeavy,
  reports: measureReports,
};
/** Parts that share one product with the examples, in this order. */
const SHARED: Record<string, OnProduct> = {
  data: (report, client, { home }) => measureChartData(report, client, home),
  postgres: measurePostgres,
  across: measureAcross,
  large: (report, _client, { home }) => measureLargeAnswers(report, join(home, 'examples.duckdb')),
  made: measureLists,
  dashboard: onBrowser(async (report, client) => {
    await measureDashboard(report, client);
    await measureBoards(report, client);
  }),
  charts: onBrowser(async (report, client, _product, words = '') => {
    const isAsked = (key: string) => words.split(',').some((word) => key.includes(word));
    await measureChartTypes(report, isAsked);
    await measureExplore(report, client, isAsked);
  }),
  pages: onBrowser(measurePages),
  downloads: measureDownloads,
  sqllab: onBrowser((report, client, { url }) => measureSqlLab(report, client, url)),
};

const parts = [...Object.keys(ALONE), ...Object.keys(SHARED)];
const asked = process.argv.slice(2).map(partOf);
const unknown = asked.map(({ part }) => part).filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${parts.join(', ')}.`);
  process.exit(2);
}

const report = new Report();
try {
  for (const { run, word } of wanted(ALONE)) await run(report, word);
  const shared = wanted(SHARED);
  if (shared.length > 0) await measureShared(shared);
} finally {
  report.write(join(import.meta.dirname, '..', '.cache', 'bench.json'));
}

/** What was asked for, as `part` or `part:word`. */
function partOf(text: string): { part: string; word?: string } {
  const [part = '', ...words] = text.split(':');
  return words.length === 0 ? { part } : { part, word: words.join(':') };
}

function wanted<Run>(all: Record<string, Run>): { run: Run; word?: string }[] {
  return Object.entries(all).flatMap(([name, run]) => {
    if (asked.length === 0) return [{ run }];
    return asked.filter(({ part }) => part === name).map((each) => ({ run, ...each }));
  });
}

async function measureShared(runs: { run: OnProduct; word?: string }[]): Promise<void> {
  const product = await startProduct({ settings: ADMIN });
  try {
    const client = await Client.signIn(product);
    await client.examplesReady();
    for (const { run, word } of runs) await run(report, client, product, word);
  } finally {
    await product.remove();
  }
}

/** Measures where there is a browser. */
function onBrowser(run: OnProduct): OnProduct {
  return async (...given) => {
    if (browserAtHand()) await run(...given);
  };
}
