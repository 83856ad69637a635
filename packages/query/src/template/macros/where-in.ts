import { bound } from '../callable.ts';
import { itemsOf } from '../tools.ts';
import { numberOf, printed, truth, type Value } from '../value.ts';
import { weigh } from '../weigh.ts';
import type { MacroFilter, TemplateRequest } from './macro.ts';

const OLD_MARK =
  '\n-- WARNING: the `mark` parameter was removed from the `where_in` macro for security reasons\n';

/** `list|where_in(default_to_none=false)`: values as literals in brackets, to stand after IN. */
export const whereIn: MacroFilter = {
  name: 'where_in',
  filter:
    ({ request }) =>
    (value, args, named, { budget }) => {
      const [mark, none] = bound('where_in', [], ['mark', 'default_to_none'], args, named);
      weigh(value, budget);
      const literals = itemsOf(value, budget).map((item) => literal(item, request));
      if (literals.length === 0 && truth(none ?? false)) return null;
      const text = `(${literals.join(', ')})`;
      budget.text(text.length);
      return mark === undefined || mark === null ? text : text + OLD_MARK;
    },
};

function literal(value: Value, { dialect }: TemplateRequest): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return dialect.booleans[value ? 0 : 1];
  return numberOf(value) === undefined ? dialect.quoteString(printed(value)) : printed(value);
}
