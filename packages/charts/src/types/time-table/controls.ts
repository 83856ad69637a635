import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, REQUIRED, special, text } from '../../controls/control-makers.ts';
import { adhocFilters, groupby, manyMetrics, rowLimit, seriesLimit } from '../../controls/query-controls.ts';
import { timeWithGrain } from '../../controls/time-section.ts';

export const controls: ControlPanel = {
  sections: [
    timeWithGrain,
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        manyMetrics,
        adhocFilters,
        groupby,
        seriesLimit('limit'),
        special('CollectionControl', 'column_collection', 'Time series columns', undefined, {
          ...REQUIRED,
          renderTrigger: true,
          description:
            'What each row shows of its series: values, changes, averages, shares, or their course as a line.',
        }),
        rowLimit(10000),
        text('url', 'URL', '', {
          description: 'Where the name of a row leads, e.g. /sales?metric={{ metric }}.',
        }),
      ),
    },
  ],
};
