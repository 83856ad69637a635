import { callable } from '../callable.ts';
import { Dict, fromJson, list, truth } from '../value.ts';
import { filtersOn } from './filters-on.ts';
import type { Macro } from './macro.ts';

/** `get_filters(column, remove_filter=false)`: the filters on a column as `{op, col, val}`. */
export const getFilters: Macro = {
  name: 'get_filters',
  value: ({ request, trace }) =>
    callable('get_filters', ['column'], ['remove_filter'], ([column, remove]) => {
      const found = filtersOn(column ?? null, request, trace, { remove: truth(remove ?? false) });
      return list(
        found.map(
          ({ op, col, val }) =>
            new Dict([
              ['op', op],
              ['col', col],
              ['val', fromJson(val)],
            ]),
        ),
      );
    }),
};
