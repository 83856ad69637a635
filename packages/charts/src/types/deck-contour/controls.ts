import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, select, special, text } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import { advanced, autozoom, filterNulls, mapStyle, spatial, viewport, weight } from '../../deck/controls.ts';

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        spatial('spatial', 'Longitude & Latitude'),
        rowLimit(10000),
        weight('Weight'),
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
        [autozoom, viewport],
        text('cellSize', 'Cell Size', 300, {
          clearable: false,
          renderTrigger: true,
          isInt: true,
          description: 'How many metres wide the cells are in which places are counted.',
        }),
        select('aggregation', 'Aggregation', plainChoices(['sum', 'min', 'max', 'mean']), 'sum', {
          clearable: false,
          renderTrigger: true,
        }),
        special('ContourControl', 'contours', 'Contours', undefined, { renderTrigger: true }),
      ),
    },
    advanced,
  ],
};
