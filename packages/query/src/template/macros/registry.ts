import { cacheKeyWrapper } from './cache-key-wrapper.ts';
import { currentUserMacros } from './current-user.ts';
import { datasetMacro } from './dataset.ts';
import { filterValues } from './filter-values.ts';
import { getFilters } from './get-filters.ts';
import { getTimeFilter } from './get-time-filter.ts';
import type { Macro, MacroFilter } from './macro.ts';
import { metricMacro } from './metric.ts';
import { partitionMacros } from './partitions.ts';
import { toDatetime } from './to-datetime.ts';
import { urlParam } from './url-param.ts';
import { whereIn } from './where-in.ts';

/** Every name that templates about data have beside those of the language (contract/query.md §4.3). */
export const macros: readonly Macro[] = [
  ...currentUserMacros,
  cacheKeyWrapper,
  urlParam,
  filterValues,
  getFilters,
  getTimeFilter,
  datasetMacro,
  metricMacro,
  ...partitionMacros,
];

/** Every filter that they have beside those of the language. */
export const macroFilters: readonly MacroFilter[] = [whereIn, toDatetime];
