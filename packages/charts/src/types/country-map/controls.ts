import { linearColorScheme, numberFormat } from '../../controls/appearance-controls.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, REQUIRED, select } from '../../controls/control-makers.ts';
import { adhocFilters, entity, oneMetric } from '../../controls/query-controls.ts';
import { COUNTRIES } from './countries.ts';

// A colour scheme is asked for anew here, as it was recorded.
const { renderTrigger: _asked, ...asked } = linearColorScheme;

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        select('select_country', 'Country', COUNTRIES, null, {
          ...REQUIRED,
          description: 'The country whose regions are shown.',
        }),
        {
          ...entity('ISO 3166-2 Codes'),
          description: 'Column with the codes of regions, such as US-CA. Names of regions are found as well.',
        },
        oneMetric,
        adhocFilters,
      ),
    },
    {
      label: 'Chart Options',
      tab: 'data',
      expanded: true,
      ...laidOut(numberFormat('number_format', 'Number format'), asked),
    },
  ],
};
