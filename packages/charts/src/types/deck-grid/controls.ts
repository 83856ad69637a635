import type { ControlPanel } from '../../controls/control.ts';
import { laidOut } from '../../controls/control-makers.ts';
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
  legendPosition,
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
        weight('Height'),
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
        viewport,
        schemeType(['fixed_color', 'categorical_palette', 'color_breakpoints'], 'categorical_palette'),
        fixedColor,
        [],
        categoryScheme,
        ...breakpoints,
        legendPosition,
        autozoom,
        gridSize,
        extruded,
      ),
    },
    advanced,
  ],
};
