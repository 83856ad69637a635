import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

const TEMPLATE = `<h3>Departures</h3>
<table>
  <tr><th>Airport</th><th>Flights</th></tr>
  {{#each data}}
  <tr class="{{ifx (gt count 3000) 'busy' 'calm'}}"><td>{{origin}}</td><td>{{formatNumber count}}</td></tr>
  {{/each}}
</table>
<p>{{count data}} airports, the first of them {{lowercase data.0.origin}}.</p>`;

/** Flights by airport as a small page. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'handlebars',
    query_mode: 'aggregate',
    groupby: ['origin'],
    metrics: ['count'],
    adhoc_filters: [],
    row_limit: 100,
    handlebarsTemplate: TEMPLATE,
    styleTemplate:
      'table { border-collapse: collapse; } td, th { padding: 4px 12px; } .busy { font-weight: 600; }',
  },
  results: [
    exampleResult({ origin: 1, count: 0 }, [
      ['ORD', 3257],
      ['DFW', 3097],
      ['ATL', 2521],
    ]),
  ],
};
