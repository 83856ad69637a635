import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, REQUIRED, special } from '../../controls/control-makers.ts';
import { adhocFilters } from '../../controls/query-controls.ts';
import { mapStyle, viewport } from '../../deck/controls.ts';

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Map',
      tab: 'data',
      expanded: true,
      ...laidOut(
        mapStyle,
        viewport,
        special('SelectAsyncControl', 'deck_slices', 'deck.gl charts', [], {
          multi: true,
          ...REQUIRED,
          description: 'The maps that lie over each other, the lowest first.',
        }),
      ),
    },
    { label: 'Query', tab: 'data', expanded: true, ...laidOut(adhocFilters) },
  ],
};
