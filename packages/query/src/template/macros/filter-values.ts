import { callable } from '../callable.ts';
import { fromJson, list, truth, type Value } from '../value.ts';
import { filtersOn } from './filters-on.ts';
import type { Macro } from './macro.ts';

/** `filter_values(column, default=null, remove_filter=false)`: all values of the filters on a column. */
export const filterValues: Macro = {
  name: 'filter_values',
  value: ({ request, trace }) =>
    callable('filter_values', ['column'], ['default', 'remove_filter'], ([column, fallback, remove]) => {
      const found = filtersOn(column ?? null, request, trace, { remove: truth(remove ?? false) });
      const values = found.flatMap(({ val }): Value[] => {
        if (Array.isArray(val)) return val.map(fromJson);
        return val === null ? [] : [fromJson(val)];
      });
      return list(values.length === 0 && fallback !== undefined && truth(fallback) ? [fallback] : values);
    }),
};
