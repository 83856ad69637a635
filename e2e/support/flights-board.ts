import type { Locator, Request } from 'playwright-core';
import { expect } from 'vitest';
import { Client } from '../../bench/client.ts';
import { type Seat, takeSeat } from './seat.ts';

interface AskedQuery {
  filters: { col: string; op: string; val?: unknown }[];
  time_range?: string;
  extras?: { where?: string };
}
type StoredFilter = Record<string, unknown> & { id: string };

/** The example dashboard of the flights, open in a browser, with what is asked and stored of its filters at hand. */
export async function takeFlights() {
  const seat: Seat = await takeSeat();
  const { page, product } = seat;
  const client = await Client.signIn(product);
  const path = '/api/v1/dashboard/us-flights';
  const flights = (await client.call<{ result: { id: number } }>('GET', path)).result.id;
  /** What was asked so far. */
  const asked: Request[] = [];
  page.on('request', (request) => void asked.push(request));
  const tile = (name: string): Locator => page.getByRole('article', { name, exact: true });
  const badge = (name: string) => tile(name).getByRole('button', { name: /^Applied filters/ });
  const bar = () => page.getByRole('complementary', { name: 'Filters' });
  const option = (name: string) => page.locator('.ant-select-item-option').getByText(name, { exact: true });
  const answered = (name: string) =>
    expect.poll(() => tile(name).getAttribute('data-status'), { timeout: 20_000 }).toBe('success');
  const open = async (search = '') => {
    await page.goto(`${product.url}/superset/dashboard/us-flights/${search}`);
    await answered('Busiest origins');
  };
  const settings = async (): Promise<Record<string, unknown>> => {
    const { result } = await client.call<{ result: { json_metadata: string } }>(
      'GET',
      `/api/v1/dashboard/${flights}`,
    );
    return JSON.parse(result.json_metadata);
  };
  const filters = async (): Promise<StoredFilter[]> => {
    const { native_filter_configuration: stored } = await settings();
    return Array.isArray(stored) ? stored : [];
  };
  const change = (body: { modified?: object[]; deleted?: string[] }) =>
    client.call('PUT', `/api/v1/dashboard/${flights}/filters`, body);
  /** A filter of the origin, with a part of it changed. */
  const variant = async (id: string, part: object): Promise<StoredFilter> => {
    const origin = (await filters()).find(({ name }) => name === 'Origin');
    return { ...origin, ...part, id };
  };
  const gear = async (entry: string) => {
    await page.getByRole('button', { name: 'Filter bar settings' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  // Each journey begins afresh, whatever the one before it has chosen.
  await client.call('PUT', `/api/v1/dashboard/${flights}`, {
    json_metadata: JSON.stringify({ ...(await settings()), remember_viewer_state: false }),
  });
  return {
    seat,
    page,
    client,
    flights,
    asked,
    tile,
    badge,
    bar,
    option,
    answered,
    open,
    settings,
    filters,
    change,
    variant,
    gear,
    ...questionsIn(asked, client, flights),
  };
}

/** What the page asked, from its requests. */
function questionsIn(asked: readonly Request[], client: Client, flights: number) {
  /** The questions that the dashboard asked last of a chart. */
  const questionsOf = async (name: string): Promise<AskedQuery[]> => {
    const { result } = await client.call<{ result: { id: number; slice_name: string }[] }>(
      'GET',
      `/api/v1/dashboard/${flights}/charts`,
    );
    const id = result.find(({ slice_name }) => slice_name === name)?.id;
    const bodies = asked
      .filter((request) => /dashboard\/\d+\/data$/.test(request.url()))
      .map((request): { charts: { id: number; query_context: { queries: AskedQuery[] } }[] } =>
        JSON.parse(request.postData() ?? '{}'),
      );
    const last = bodies.flatMap(({ charts }) => charts).findLast((chart) => chart.id === id);
    return last?.query_context.queries ?? [];
  };
  const ofFilter = (id: string): AskedQuery[] =>
    asked
      .filter((request) => request.url().endsWith('/api/v1/chart/data'))
      .map((request) => JSON.parse(request.postData() ?? '{}'))
      .filter(({ form_data }) => form_data?.native_filter_id === id)
      .flatMap(({ queries }) => queries);
  return { questionsOf, ofFilter };
}
