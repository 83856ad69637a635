import { type Body, type Helper, isNothing, ownMember, textOfValue } from './values.ts';

const silent: Body = () => '';

/** The words that repeat, leave out or move into the data. */
export const BLOCK_HELPERS: Readonly<Record<string, Helper>> = {
  if: ({ values: [value], options, context, body = silent, otherwise = silent }) => {
    const isZero = value === 0 && options.get('includeZero') === true;
    return isNothing(value) && !isZero ? otherwise(context) : body(context);
  },
  unless: ({ values: [value], options, context, body = silent, otherwise = silent }) => {
    const isZero = value === 0 && options.get('includeZero') === true;
    return isNothing(value) && !isZero ? body(context) : otherwise(context);
  },
  with: ({ values: [value], context, body = silent, otherwise = silent }) =>
    isNothing(value) && value !== 0 ? otherwise(context) : body(value, { given: [value] }),
  each: ({ values: [value], context, body = silent, otherwise = silent }) => {
    const members = membersOf(value);
    const last = members.length - 1;
    const texts = members.map(([key, member], index) => {
      const marks = new Map<string, unknown>([
        ['key', key],
        ['index', index],
        ['first', index === 0],
        ['last', index === last],
      ]);
      return body(member, { marks, given: [member, key] });
    });
    return texts.length > 0 ? texts.join('') : otherwise(context);
  },
  lookup: ({ values: [value, name] }) => ownMember(value, textOfValue(name)),
  log: () => '',
  group: ({ values: [value], options, context, body = silent, otherwise = silent }) => {
    const path = textOfValue(options.get('by')).split('.');
    const groups = Map.groupBy(Array.isArray(value) ? value : [], (item: unknown) =>
      path.reduce<unknown>(ownMember, item),
    );
    const texts = [...groups].map(([of, items]) => body({ value: of, items }, { given: [of, items] }));
    return texts.length > 0 ? texts.join('') : otherwise(context);
  },
};

function membersOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((member, index) => [index, member]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
