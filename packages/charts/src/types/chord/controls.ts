import { colorScheme, valueFormat } from '../../controls/appearance-controls.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, columns, laidOut, REQUIRED } from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric, rowLimit } from '../../controls/query-controls.ts';

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        columns('groupby', 'Source', { ...REQUIRED, description: 'Where each band comes from.' }),
        columns('columns', 'Target', { ...REQUIRED, description: 'Where each band goes to.' }),
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
      ...laidOut(valueFormat('Number format'), colorScheme),
    },
  ],
};
