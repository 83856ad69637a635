import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, select } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import {
  advanced,
  autozoom,
  categories,
  categoryScheme,
  filterNulls,
  fixedColor,
  legendFormat,
  legendPosition,
  mapStyle,
  schemeType,
  spatial,
  viewport,
} from '../../deck/controls.ts';

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        [
          spatial('start_spatial', 'Start Longitude & Latitude'),
          spatial('end_spatial', 'End Longitude & Latitude'),
        ],
        [rowLimit(10000), filterNulls],
        adhocFilters,
      ),
    },
    { label: 'Map', tab: 'data', expanded: true, ...laidOut(mapStyle, [autozoom, viewport]) },
    {
      label: 'Arc',
      tab: 'data',
      expanded: true,
      ...laidOut(
        schemeType(['fixed_color', 'categorical_palette'], 'fixed_color'),
        [
          { ...fixedColor, label: 'Source Color', description: 'Where an arc begins.' },
          {
            ...fixedColor,
            name: 'target_color_picker',
            label: 'Target Color',
            description: 'Where an arc ends.',
          },
        ],
        categories,
        categoryScheme,
        select('stroke_width', 'Stroke Width', plainChoices([1, 2, 3, 4, 5]), null, {
          freeForm: true,
          renderTrigger: true,
          validators: ['integer'],
        }),
        legendPosition,
        legendFormat,
      ),
    },
    advanced,
  ],
};
