import { BLOCK_HELPERS } from './block-helpers.ts';
import { CONDITION_HELPERS } from './condition-helpers.ts';
import { FORMAT_HELPERS } from './format-helpers.ts';
import { TEXT_HELPERS } from './text-helpers.ts';
import type { Helper } from './values.ts';

/** Every word that templates may use (contract/charts.md §3.28). */
export const HELPERS: ReadonlyMap<string, Helper> = new Map(
  [BLOCK_HELPERS, CONDITION_HELPERS, FORMAT_HELPERS, TEXT_HELPERS].flatMap((group) => Object.entries(group)),
);
