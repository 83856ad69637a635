import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, REQUIRED, special } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import { all, isSet } from '../../controls/visibility.ts';
import {
  dimensions,
  isAggregate,
  kept,
  measuresOrColumns,
  percentMetricsControl,
  queryMode,
  rankOrOrder,
} from '../table/row-controls.ts';

const TEMPLATE = `<ul class="data-list">
  {{#each data}}
    <li>{{stringify this}}</li>
  {{/each}}
</ul>`;

/** The panel of a template: the rows as a table asks for them, and the two texts. */
export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        queryMode,
        dimensions,
        measuresOrColumns,
        percentMetricsControl,
        rankOrOrder,
        checkbox('order_desc', 'Sort descending', true, {
          ...kept,
          visible: all(isAggregate, isSet('timeseries_limit_metric')),
        }),
        { ...rowLimit(10000), visible: () => true },
        checkbox('include_time', 'Include time', false, { ...kept, visible: isAggregate }),
        checkbox('show_totals', 'Show summary', false, { ...kept, visible: isAggregate }),
        adhocFilters,
      ),
    },
    {
      label: 'Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        special('HandlebarsTemplateControl', 'handlebarsTemplate', 'Handlebars Template', TEMPLATE, {
          ...REQUIRED,
          freeForm: true,
          clearable: true,
          renderTrigger: true,
          fromDatasource: true,
          description: 'The page as markup with expressions of Handlebars; `data` is the list of rows.',
        }),
        special('StyleControl', 'styleTemplate', 'CSS Styles', null, {
          freeForm: true,
          clearable: true,
          renderTrigger: true,
          fromDatasource: true,
          description: 'Styles for this chart alone.',
        }),
      ),
    },
  ],
};
