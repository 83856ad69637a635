import { colorScheme, numberFormat, ticksLayout, timeFormat } from '../../controls/appearance-controls.ts';
import { plainChoices, SERIES_LIMITS } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { columns, laidOut, REQUIRED, select } from '../../controls/control-makers.ts';
import {
  adhocFilters,
  groupby,
  manyMetrics,
  rowLimit,
  sortBy,
  temporalColumns,
  timeGrain,
} from '../../controls/query-controls.ts';
import { plainTitles } from '../../controls/title-section.ts';
import { hasTimeDimension } from '../../controls/visibility.ts';

const WHISKERS = plainChoices([
  'Tukey',
  'Min/max (no outliers)',
  '2/98 percentiles',
  '5/95 percentiles',
  '9/91 percentiles',
  '10/90 percentiles',
]);

/** What the values of a group are taken from: a box for each group says how they are spread. */
const distributed = columns('columns', 'Distribute across', {
  multi: true,
  description: 'A value for each of these; a box shows how they are spread.',
  ...REQUIRED,
  initial: ({ datasource }) => (datasource?.main_dttm_col ? [datasource.main_dttm_col] : undefined),
});

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        distributed,
        [timeGrain(hasTimeDimension('columns')), temporalColumns],
        groupby,
        manyMetrics,
        adhocFilters,
        select('series_limit', 'Series limit', plainChoices(SERIES_LIMITS), undefined, {
          freeForm: true,
          validators: ['integer'],
        }),
        sortBy('series_limit_metric'),
        rowLimit(10000),
        select('whiskerOptions', 'Whisker/outlier options', WHISKERS, 'Tukey', {
          freeForm: true,
          clearable: false,
          description: 'Where the whiskers end; percentiles may be typed, e.g. 20/80 percentiles.',
        }),
      ),
    },
    plainTitles,
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        ticksLayout('auto', 'flat', '45°', '90°', 'staggered'),
        numberFormat('number_format', 'Number format'),
        timeFormat('date_format', 'Date format'),
      ),
    },
  ],
};
