import type { ControlPanel } from '../../controls/control.ts';
import { laidOut } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import {
  advanced,
  autozoom,
  categoryScheme,
  filterNulls,
  fixedColor,
  gridSize,
  mapStyle,
  schemeType,
  spatial,
  viewport,
  weight,
} from '../../deck/controls.ts';

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
      ),
    },
    { label: 'Map', tab: 'data', expanded: true, ...laidOut(mapStyle, [autozoom, viewport]) },
    {
      label: 'Grid',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        gridSize,
        schemeType(['default', 'fixed_color', 'categorical_palette'], 'default'),
        fixedColor,
        categoryScheme,
      ),
    },
    advanced,
  ],
};
