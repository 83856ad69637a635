import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, select } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import {
  advanced,
  autozoom,
  filterNulls,
  lineWidths,
  mapStyle,
  picker,
  reverseLatLong,
  shapeColumn,
  viewport,
} from '../../deck/controls.ts';

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        shapeColumn('line_column', 'Lines column'),
        select(
          'line_type',
          'Lines encoding',
          [
            ['polyline', 'Polyline'],
            ['json', 'JSON'],
          ],
          'json',
          { clearable: false, description: 'How the points of a line are written.' },
        ),
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
        picker('color_picker', 'Fixed Color'),
        ...lineWidths,
        reverseLatLong,
        autozoom,
      ),
    },
    advanced,
  ],
};
