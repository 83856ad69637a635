import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, select } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import {
  advanced,
  areaColors,
  autozoom,
  extruded,
  filled,
  filterNulls,
  lineWidths,
  mapStyle,
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
      ...laidOut(shapeColumn('geojson', 'GeoJson Column'), rowLimit(10000), filterNulls, adhocFilters),
    },
    { label: 'Map', tab: 'data', expanded: true, ...laidOut([mapStyle, viewport], autozoom) },
    {
      label: 'GeoJson Settings',
      tab: 'data',
      expanded: true,
      ...laidOut(
        areaColors,
        [filled, stroked],
        extruded,
        ...lineWidths,
        select('point_radius_scale', 'Point Radius Scale', plainChoices([0, 100, 200, 300, 500]), null, {
          freeForm: true,
          validators: ['integer'],
          description: 'Radius of points in metres.',
        }),
      ),
    },
    advanced,
  ],
};
