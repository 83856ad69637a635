import type { Value } from '../value.ts';
import type { TemplateFilter, TemplateRequest, TemplateTrace } from './macro.ts';

/** Filters on a column that say something, as read by a macro; IN and NOT IN always have a list. */
export function filtersOn(
  column: Value,
  request: TemplateRequest,
  trace: TemplateTrace,
  { remove }: { remove: boolean },
): TemplateFilter[] {
  const found = request.filters.filter((filter) => filter.col === column && says(filter)).map(withList);
  for (const { col } of found) {
    trace.applied.add(col);
    if (remove) trace.removed.add(col);
  }
  return found;
}

function says({ op, val }: TemplateFilter): boolean {
  if (op === 'IS NULL' || op === 'IS NOT NULL') return true;
  return val !== null && val !== '' && !(Array.isArray(val) && val.length === 0);
}

function withList(filter: TemplateFilter): TemplateFilter {
  const wantsList = filter.op === 'IN' || filter.op === 'NOT IN';
  return wantsList && !Array.isArray(filter.val) ? { ...filter, val: [filter.val] } : filter;
}
