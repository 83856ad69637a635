import type { Product } from '../e2e/support/product.ts';
import { BY_ORIGIN } from './chart-data.ts';
import { Client } from './client.ts';
import { PlainClient } from './plain-client.ts';
import type { Report } from './report.ts';

/** How many there are. */
export const PEOPLE = 50;
/** Rounds that everybody goes: in each a list, a dashboard, the data of a chart and another list; one also signs in anew. */
const ROUNDS = 6;
/** Of how many people one is an administrator. */
const PER_ADMINISTRATOR = 5;

interface Crowd {
  /** What its figures are called. */
  what: string;
  product: Product;
  admin: Client;
  reader: Client;
  person: { username: string; password: string };
  /** Lists to look through. */
  paths: string[];
}

type Doing = 'lists' | 'opening dashboards' | 'chart data' | 'signing in';

/** Fifty people at once, each on a connection of their own, who look through lists, open dashboards, ask for data and sign in. */
export async function measureManyPeople(
  report: Report,
  { what, product, admin, reader, person, paths }: Crowd,
): Promise<void> {
  const dataset = await admin.dataset('flights');
  const { ids: dashboards } = await admin.call<{ ids: number[] }>(
    'GET',
    '/api/v1/dashboard/?q=(page_size:50)',
  );
  const { ids: own } = await reader.call<{ ids: number[] }>('GET', '/api/v1/dashboard/?q=(page_size:50)');
  const times: Record<Doing, number[]> = {
    lists: [],
    'opening dashboards': [],
    'chart data': [],
    'signing in': [],
  };
  const errors: string[] = [];
  const noting = async (doing: Doing, work: () => Promise<unknown>) => {
    const begun = performance.now();
    try {
      await work();
      times[doing].push(performance.now() - begun);
    } catch (error) {
      errors.push(String(error));
    }
  };
  const visit = async (at: number) => {
    const isAdmin = at % PER_ADMINISTRATOR === 0;
    const connection = new PlainClient(isAdmin ? admin : reader);
    const shown = isAdmin ? dashboards : own;
    const list = (turn: number) => connection.ask('GET', `/api/v1/${paths[(at + turn) % paths.length]}`);
    for (let round = 0; round < ROUNDS; round += 1) {
      await noting('lists', () => list(round * 2));
      const id = shown[(at + round) % shown.length];
      await noting('opening dashboards', async () => {
        for (const part of ['', '/charts', '/datasets'])
          await connection.ask('GET', `/api/v1/dashboard/${id}${part}`);
      });
      // Readers hold no grant on the flights: the administrators ask for the data of two questions in turns.
      if (isAdmin) {
        const query = { ...BY_ORIGIN, row_limit: 100 + (round % 2) };
        const context = {
          datasource: { id: dataset, type: 'table' },
          queries: [query],
          result_format: 'json',
          result_type: 'full',
        };
        await noting('chart data', () => connection.ask('POST', '/api/v1/chart/data', context));
      }
      await noting('lists', () => list(round * 2 + 1));
      if (round === at % ROUNDS) await noting('signing in', () => Client.signIn(product, person));
    }
    connection.close();
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: PEOPLE }, (_each, at) => visit(at)));
  const seconds = (performance.now() - begun) / 1_000;
  addFigures(report, what, { times, errors, seconds });
}

/** What the crowd found: how long each thing took, how many were done, and what went wrong. */
function addFigures(
  report: Report,
  what: string,
  { times, errors, seconds }: { times: Record<Doing, number[]>; errors: readonly string[]; seconds: number },
): void {
  for (const [doing, taken] of Object.entries(times)) {
    report.add({
      what: `${what}, ${doing}, p50`,
      value: share(taken, 0.5),
      unit: 'ms',
    });
    report.add({
      what: `${what}, ${doing}, p95`,
      value: share(taken, 0.95),
      unit: 'ms',
      budget: 2_000,
    });
  }
  const done = Object.values(times).reduce((sum, taken) => sum + taken.length, 0);
  report.add({
    what,
    value: done / seconds,
    unit: 'things/s',
    budget: 50,
    more: true,
  });
  report.add({
    what: `${what}, errors`,
    value: errors.length,
    unit: 'errors',
    budget: 0,
  });
  for (const error of new Set(errors)) console.log(error);
}

/** The value below which a share of them lies. */
function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
