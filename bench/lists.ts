import { timed } from './chart-data.ts';
import type { Client } from './client.ts';
import { median, type Report } from './report.ts';

const CHARTS = 10_000;

/** Any page of a list of ten thousand charts, plain and searched. */
export async function measureLists(report: Report, client: Client): Promise<void> {
  const dataset = await client.dataset('movies');
  const make = (index: number) =>
    client.call('POST', '/api/v1/chart/', {
      slice_name: `Bench chart ${index}`,
      viz_type: 'pie',
      datasource_id: dataset,
      datasource_type: 'table',
      params: '{}',
    });
  for (let from = 0; from < CHARTS; from += 50)
    await Promise.all(Array.from({ length: 50 }, (_each, at) => make(from + at)));
  const list = (q: string) =>
    client.call<{ count: number }>('GET', `/api/v1/chart/?q=${encodeURIComponent(q)}`);
  const plain: number[] = [];
  const searched: number[] = [];
  for (let page = 0; page < 40; page += 1) {
    plain.push(
      await timed(() =>
        list(`(order_column:changed_on_delta_humanized,order_direction:desc,page:${page * 10},page_size:25)`),
      ),
    );
    searched.push(
      await timed(() =>
        list(
          `(filters:!((col:slice_name,opr:chart_all_text,value:'chart ${page}')),order_column:slice_name,order_direction:asc,page:0,page_size:25)`,
        ),
      ),
    );
  }
  const { count } = await list('(page_size:25)');
  report.add({ what: `list of ${count} charts, a page, p50`, value: median(plain), unit: 'ms', budget: 30 });
  report.add({ what: 'the same, searched by text, p50', value: median(searched), unit: 'ms', budget: 30 });
}
