import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, metrics, select, slider, text } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import {
  advanced,
  areaColors,
  autozoom,
  breakpoints,
  extruded,
  filled,
  filterNulls,
  fixedOrMetric,
  legendFormat,
  legendPosition,
  linearScheme,
  lineWidths,
  mapStyle,
  reverseLatLong,
  schemeType,
  shapeColumn,
  stroked,
  viewport,
} from '../../deck/controls.ts';

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        shapeColumn('line_column', 'Polygon Column'),
        select(
          'line_type',
          'Polygon Encoding',
          [
            ['polyline', 'Polyline'],
            ['json', 'JSON'],
            ['geohash', 'geohash (square)'],
          ],
          'json',
          { clearable: false, description: 'How the points of an outline are written.' },
        ),
        adhocFilters,
        metrics('metric', 'Metric', undefined, { description: 'Colours the areas.' }),
        fixedOrMetric('Elevation'),
        rowLimit(10000),
        reverseLatLong,
        filterNulls,
      ),
    },
    { label: 'Map', tab: 'data', expanded: true, ...laidOut(mapStyle, viewport, autozoom) },
    {
      label: 'Polygon Settings',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        [
          schemeType(['fixed_color', 'linear_palette', 'color_breakpoints'], 'linear_palette'),
          ...areaColors,
          linearScheme,
          ...breakpoints,
        ],
        [filled, stroked],
        extruded,
        text('multiplier', 'Multiplier', 1, {
          renderTrigger: true,
          isFloat: true,
          description: 'All areas are so many times as high.',
        }),
        ...lineWidths,
        slider('opacity', 'Opacity', 80, { renderTrigger: true, min: 0, max: 100, step: 1 }),
        select('num_buckets', 'Number of buckets to group data', plainChoices([2, 3, 5, 10]), 5, {
          freeForm: true,
          renderTrigger: true,
          description: 'Into how many ranges the values of the metric are put.',
        }),
        select('break_points', 'Bucket break points', undefined, undefined, {
          multi: true,
          freeForm: true,
          renderTrigger: true,
          description: 'Where one range ends and the next begins; a value beyond all of them has no colour.',
        }),
        legendPosition,
        legendFormat,
      ),
    },
    advanced,
  ],
};
