import { colorScheme } from '../../controls/appearance-controls.ts';
import type { Control, ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, REQUIRED, special } from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric, rowLimit } from '../../controls/query-controls.ts';

function end(name: string, label: string, description: string): Control {
  return special('DndColumnSelect', name, label, [], {
    clearable: true,
    fromDatasource: true,
    ...REQUIRED,
    description,
  });
}

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        end('source', 'Source', 'Where each flow comes from.'),
        end('target', 'Target', 'Where each flow goes to.'),
        oneMetric,
        adhocFilters,
        rowLimit(10000),
        checkbox('sort_by_metric', 'Sort by metric', undefined),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(colorScheme),
    },
  ],
};
