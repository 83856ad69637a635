import { linearColorScheme, timeFormat, valueFormat } from '../../controls/appearance-controls.ts';
import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, select, text } from '../../controls/control-makers.ts';
import { adhocFilters, manyMetrics } from '../../controls/query-controls.ts';
import { timeWithoutGrain } from '../../controls/time-section.ts';
import { DOMAINS, SUBDOMAINS } from './units.ts';

function whole(name: string, label: string, value: number) {
  return text(name, label, value, { isInt: true, validators: ['integer'] });
}

export const controls: ControlPanel = {
  sections: [
    timeWithoutGrain,
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        [
          select('domain_granularity', 'Domain', plainChoices(DOMAINS), 'month', {
            description: 'What each block of the calendar stands for.',
          }),
          select('subdomain_granularity', 'Subdomain', plainChoices(SUBDOMAINS), 'day', {
            description: 'What each cell stands for.',
          }),
        ],
        manyMetrics,
        adhocFilters,
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        linearColorScheme,
        redrawing(whole('cell_size', 'Cell Size', 10), whole('cell_padding', 'Cell Padding', 2)),
        redrawing(whole('cell_radius', 'Cell Radius', 0), whole('steps', 'Color Steps', 10)),
        [valueFormat('Number Format'), timeFormat('x_axis_time_format', 'Time Format')],
        redrawing(checkbox('show_legend', 'Legend', true), checkbox('show_values', 'Show Values', false)),
        redrawing(checkbox('show_metric_name', 'Show Metric Names', true)),
      ),
    },
  ],
};
