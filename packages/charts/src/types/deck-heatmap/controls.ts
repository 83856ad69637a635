import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, select } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import {
  advanced,
  autozoom,
  filterNulls,
  fixedColor,
  linearScheme,
  mapStyle,
  schemeType,
  spatial,
  viewport,
  weight,
} from '../../deck/controls.ts';

const INTENSITIES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const RADII = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70];

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        spatial('spatial', 'Longitude & Latitude'),
        weight('Weight'),
        rowLimit(10000),
        filterNulls,
        adhocFilters,
        select('intensity', 'Intensity', plainChoices(INTENSITIES), 1, {
          freeForm: true,
          clearable: false,
          validators: ['number'],
          description: 'How many times as dense it is drawn.',
        }),
        select('radius_pixels', 'Intensity Radius', plainChoices(RADII), 30, {
          freeForm: true,
          clearable: false,
          validators: ['integer'],
          description: 'How many pixels around a place it fades out.',
        }),
      ),
    },
    {
      label: 'Map',
      tab: 'data',
      expanded: true,
      ...laidOut(
        mapStyle,
        viewport,
        schemeType(['fixed_color', 'linear_palette'], 'linear_palette'),
        fixedColor,
        linearScheme,
        autozoom,
        select('aggregation', 'Aggregation', plainChoices(['sum', 'mean']), 'sum', {
          clearable: false,
          renderTrigger: true,
        }),
      ),
    },
    advanced,
  ],
};
