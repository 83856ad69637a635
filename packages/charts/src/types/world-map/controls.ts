import {
  colorScheme,
  currencyFormat,
  linearColorScheme,
  numberFormat,
} from '../../controls/appearance-controls.ts';
import { plainChoices } from '../../controls/choices.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, metrics, radio, select, special } from '../../controls/control-makers.ts';
import { adhocFilters, entity, oneMetric, rowLimit } from '../../controls/query-controls.ts';
import { equals } from '../../controls/visibility.ts';

const FIELDS: readonly Choice[] = [
  ['name', 'Full name'],
  ['cioc', 'code International Olympic Committee (cioc)'],
  ['cca2', 'code ISO 3166-1 alpha-2 (cca2)'],
  ['cca3', 'code ISO 3166-1 alpha-3 (cca3)'],
];

const SCHEME = 'Country Color Scheme';

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        entity('Country Column'),
        select('country_fieldtype', 'Country Field Type', FIELDS, 'cca2', {
          description: 'By which code or name the column tells countries.',
        }),
        oneMetric,
        adhocFilters,
        rowLimit(10000),
        checkbox('sort_by_metric', 'Sort by metric', undefined),
      ),
    },
    {
      label: 'Options',
      tab: 'data',
      expanded: true,
      ...laidOut(
        checkbox('show_bubbles', 'Show Bubbles', false, { renderTrigger: true }),
        metrics('secondary_metric', 'Bubble Size', null, { description: 'How large the bubbles are.' }),
        select(
          'max_bubble_size',
          'Max Bubble Size',
          plainChoices(['5', '10', '15', '25', '50', '75', '100']),
          '25',
          { freeForm: true },
        ),
        special(
          'ColorPickerControl',
          'color_picker',
          'Bubble Color',
          { r: 0, g: 122, b: 135, a: 1 },
          { renderTrigger: true },
        ),
        radio(
          'color_by',
          'Color by',
          [
            ['metric', 'Metric'],
            ['country', 'Country'],
          ],
          'metric',
          { description: 'Whether a country has the colour of its metric, or one of its own.' },
        ),
        { ...linearColorScheme, label: SCHEME, visible: equals('color_by', 'metric') },
        { ...colorScheme, label: SCHEME, visible: equals('color_by', 'country') },
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(numberFormat('y_axis_format', 'Y Axis Format', { fromDatasource: true }), currencyFormat),
    },
  ],
};
