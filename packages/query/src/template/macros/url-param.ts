import { callable } from '../callable.ts';
import { fromUnknown, printed, toJson, truth, type Value } from '../value.ts';
import type { Macro } from './macro.ts';

/**
 * `url_param(name, default=null, add_to_cache_keys=true, escape_result=true)`: a parameter of the address.
 * Whatever comes from the address is escaped and part of the cache key unless the template says otherwise.
 */
export const urlParam: Macro = {
  name: 'url_param',
  value: ({ request, trace }) =>
    callable(
      'url_param',
      ['param'],
      ['default', 'add_to_cache_keys', 'escape_result'],
      ([param, fallback, keep, escaping]) => {
        const name = typeof param === 'string' ? param : '';
        const own = Object.hasOwn(request.urlParams, name) ? request.urlParams[name] : undefined;
        const given: Value =
          own === undefined || own === null || own === '' ? (fallback ?? null) : fromUnknown(own);
        const text = given === null ? null : printed(given);
        const result =
          text !== null && truth(escaping ?? true) ? request.dialect.quoteString(text).slice(1, -1) : text;
        if (truth(keep ?? true)) trace.cacheKeys.push(toJson(result) ?? null);
        return result;
      },
    ),
};
