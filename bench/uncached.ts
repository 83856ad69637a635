import type { Client } from './client.ts';
import { PlainClient } from './plain-client.ts';
import { median, type Report } from './report.ts';

const RUNS = 41;
/** Questions before anything is counted: code that runs often is compiled while it runs. */
const WARM_UP = 600;

/** A question, and the same SQL run bare. */
export interface Uncached {
  what: string;
  dataset: number;
  query: object;
  /** Runs SQL through the driver alone. */
  bare(sql: string): Promise<unknown>;
}

/** A question that is not kept, against its SQL bare through the driver; in turns, so that both meet the same noise. */
export async function measureUncached(
  report: Report,
  client: Client,
  { what, dataset, query, bare }: Uncached,
): Promise<void> {
  const context = {
    datasource: { id: dataset, type: 'table' },
    force: true,
    queries: [query],
    result_format: 'json',
    result_type: 'full',
  };
  const first = await client.call<{ result: { query: string; rowcount: number }[] }>(
    'POST',
    '/api/v1/chart/data',
    context,
  );
  const { query: sql = '', rowcount = 0 } = first.result[0] ?? {};
  const connection = new PlainClient(client);
  const quick = { ...context, queries: [{ ...query, filters: [{ col: 'distance', op: '>', val: 1e9 }] }] };
  for (let run = 0; run < WARM_UP; run += 1) await connection.ask('POST', '/api/v1/chart/data', quick);
  const asked: number[] = [];
  const alone: number[] = [];
  await bare(sql);
  for (let run = 0; run < RUNS; run += 1) {
    asked.push((await connection.ask('POST', '/api/v1/chart/data', context)).milliseconds);
    const begun = performance.now();
    await bare(sql);
    alone.push(performance.now() - begun);
  }
  connection.close();
  const value = median(alone);
  report.add({
    what: `chart data, uncached, ${what} (${rowcount} answered)`,
    value: median(asked),
    unit: 'ms',
    against: { what: 'the same SQL bare through the driver', value },
    budget: (value * 1.15 + 3) / value,
  });
}
