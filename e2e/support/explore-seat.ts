import type { Client } from '../../bench/client.ts';
import type { Seat } from './seat.ts';

/** What a list of charts tells of each. */
export interface ListedChart {
  id: number;
  slice_name: string;
  viz_type: string;
  datasource_id: number;
}

/** The chart of this name. */
export async function chartNamed(client: Client, name: string): Promise<ListedChart> {
  const q = encodeURIComponent(`(filters:!((col:slice_name,opr:eq,value:'${name}')))`);
  const { result } = await client.call<{ result: ListedChart[] }>('GET', `/api/v1/chart/?q=${q}`);
  const [found] = result;
  if (!found) throw new Error(`There is no chart named ${name}`);
  return found;
}

/** The settings of a chart as they are stored. */
export async function storedForm(client: Client, id: number) {
  const { result } = await client.call<{ result: { params: string } }>('GET', `/api/v1/chart/${id}`);
  return JSON.parse(result.params);
}

/** What journeys in Explore wait for and open. */
export function inExplore({ page, product }: Seat) {
  const drawn = () => page.locator('[data-status="success"] [data-chart-drawn]').first().waitFor();
  const open = async (chart: number) => {
    await page.goto(`${product.url}/explore/?slice_id=${chart}`);
    await drawn();
  };
  const isAltered = () => page.getByText('Altered', { exact: true }).isVisible();
  const update = () => page.getByRole('button', { name: 'Update chart' }).last().click();
  return { drawn, open, isAltered, update };
}
