import { callable } from '../callable.ts';
import { toJson } from '../value.ts';
import type { Macro } from './macro.ts';

/** `cache_key_wrapper(x)`: x, which becomes part of the cache key. */
export const cacheKeyWrapper: Macro = {
  name: 'cache_key_wrapper',
  value: ({ trace }) =>
    callable('cache_key_wrapper', ['key'], [], ([key]) => {
      trace.cacheKeys.push(toJson(key ?? null) ?? null);
      return key ?? null;
    }),
};
