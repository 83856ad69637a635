import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, select } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import {
  advanced,
  autozoom,
  breakpoints,
  categoryScheme,
  extruded,
  filterNulls,
  fixedColor,
  gridSize,
  mapStyle,
  schemeType,
  spatial,
  viewport,
  weight,
} from '../../deck/controls.ts';

const WAYS = [
  'sum',
  'min',
  'max',
  'mean',
  'median',
  'count',
  'variance',
  'deviation',
  'p1',
  'p5',
  'p95',
  'p99',
] as const;

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        spatial('spatial', 'Longitude & Latitude'),
        weight('Bubble Size'),
        rowLimit(10000),
        filterNulls,
        adhocFilters,
      ),
    },
    {
      label: 'Map',
      tab: 'data',
      expanded: true,
      ...laidOut(
        mapStyle,
        schemeType(['fixed_color', 'categorical_palette', 'color_breakpoints'], 'categorical_palette'),
        fixedColor,
        [],
        categoryScheme,
        ...breakpoints,
        viewport,
        autozoom,
        gridSize,
        extruded,
        select('js_agg_function', 'Dynamic Aggregation Function', plainChoices(WAYS), 'sum', {
          clearable: false,
          renderTrigger: true,
          description: 'How one number is made of all that lies in a cell.',
        }),
      ),
    },
    advanced,
  ],
};
