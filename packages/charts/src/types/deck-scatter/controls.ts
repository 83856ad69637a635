import type { Choice, ControlPanel } from '../../controls/control.ts';
import { laidOut, REQUIRED, select, text } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import {
  advanced,
  autozoom,
  breakpoints,
  categories,
  categoryScheme,
  filterNulls,
  fixedColor,
  fixedOrMetric,
  legendFormat,
  legendPosition,
  mapStyle,
  schemeType,
  spatial,
  viewport,
} from '../../deck/controls.ts';

const UNITS: readonly Choice[] = [
  ['square_m', 'Square meters'],
  ['square_km', 'Square kilometers'],
  ['square_miles', 'Square miles'],
  ['radius_m', 'Radius in meters'],
  ['radius_km', 'Radius in kilometers'],
  ['radius_miles', 'Radius in miles'],
];

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(spatial('spatial', 'Longitude & Latitude'), [rowLimit(10000), filterNulls], adhocFilters),
    },
    { label: 'Map', tab: 'data', expanded: true, ...laidOut(mapStyle, [autozoom, viewport]) },
    {
      label: 'Point Size',
      tab: 'data',
      expanded: true,
      ...laidOut(
        fixedOrMetric('Point Size'),
        select('point_unit', 'Point Unit', UNITS, 'square_m', {
          clearable: false,
          description: 'What the size is: the area of a circle, or its radius.',
        }),
        [
          text('min_radius', 'Minimum Radius', 2, {
            ...REQUIRED,
            renderTrigger: true,
            isFloat: true,
            description: 'No circle is smaller than this many pixels, however far the map is away.',
          }),
          text('max_radius', 'Maximum Radius', 250, {
            ...REQUIRED,
            renderTrigger: true,
            isFloat: true,
            description: 'No circle is larger than this many pixels, however near the map is.',
          }),
        ],
        text('multiplier', 'Multiplier', 1, {
          renderTrigger: true,
          isFloat: true,
          description: 'All circles are so many times as large.',
        }),
      ),
    },
    {
      label: 'Point Color',
      tab: 'data',
      expanded: true,
      ...laidOut(
        legendPosition,
        legendFormat,
        schemeType(['fixed_color', 'categorical_palette', 'color_breakpoints'], 'categorical_palette'),
        fixedColor,
        categories,
        categoryScheme,
        ...breakpoints,
      ),
    },
    advanced,
  ],
};
