import { amountOf } from '../../draw/row-names.ts';
import { escapeMarkup } from '../../draw/tooltip.ts';
import { membersOf, numberOf } from '../../question/read-form.ts';
import { type Helper, Markup, ownMember, TemplateProblem, textOfValue } from './values.ts';

const ofText =
  (change: (text: string) => string): Helper =>
  ({ values: [text] }) =>
    change(textOfValue(text));

const PLACEHOLDER = /%(?:%|(?:\((\w+)\))?(?:(\d+)\$)?([+])?('.|0)?(-)?(\d+)?(?:\.(\d+))?([a-zA-Z]))/g;
/** Characters that one value may be filled up to. */
const WIDEST = 1_000;

/** Texts and numbers in the places of a format, as printing functions of other languages take them. */
const sprintf: Helper = ({ values: [format, ...values], options }) => {
  const named = options.size > 0 ? Object.fromEntries(options) : membersOf(values[0]);
  let next = 0;
  return textOfValue(format).replace(
    PLACEHOLDER,
    (
      all,
      name?: string,
      place?: string,
      plus?: string,
      pad?: string,
      left?: string,
      width?: string,
      digits?: string,
      kind = '',
    ) => {
      if (all === '%%') return '%';
      const value =
        name === undefined
          ? values[place === undefined ? next++ : Number(place) - 1]
          : ownMember(named, name);
      const text = printed(value, kind, numberOf(digits), plus !== undefined);
      const wide = Math.min(WIDEST, numberOf(width) ?? 0);
      const filler = pad === '0' ? '0' : (pad?.slice(1) ?? ' ');
      return left === undefined ? text.padStart(wide, filler) : text.padEnd(wide);
    },
  );
};

function printed(value: unknown, kind: string, digits: number | undefined, signed: boolean): string {
  const amount = amountOf(value);
  const sign = signed && amount !== null && amount >= 0 ? '+' : '';
  switch (kind) {
    case 's':
    case 't':
      return digits === undefined ? textOfValue(value) : textOfValue(value).slice(0, digits);
    case 'j':
      return JSON.stringify(value) ?? '';
    case 'd':
    case 'i':
      return `${sign}${Math.trunc(amount ?? 0)}`;
    case 'u':
      return String(Math.abs(Math.trunc(amount ?? 0)));
    case 'f':
      return `${sign}${(amount ?? 0).toFixed(Math.min(100, digits ?? 6))}`;
    case 'e':
      return `${sign}${(amount ?? 0).toExponential(digits === undefined ? undefined : Math.min(100, digits))}`;
    case 'x':
      return Math.trunc(amount ?? 0).toString(16);
    case 'X':
      return Math.trunc(amount ?? 0)
        .toString(16)
        .toUpperCase();
    case 'o':
      return Math.trunc(amount ?? 0).toString(8);
    case 'b':
      return Math.trunc(amount ?? 0).toString(2);
    case 'c':
      return String.fromCodePoint(Math.min(0x10ffff, Math.max(0, Math.trunc(amount ?? 0))));
    default:
      throw new TemplateProblem(`"%${kind}" is no kind of value`);
  }
}

/** The words that change texts and look into lists. */
export const TEXT_HELPERS: Readonly<Record<string, Helper>> = {
  excerpt: ({ values: [text, length] }) => {
    const most = numberOf(length) ?? 50;
    const whole = textOfValue(text);
    return whole.length > most ? `${whole.slice(0, most)}...` : whole;
  },
  sanitize: ofText((text) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]+/g, '')
      .trim()
      .replace(/\s+/g, '-'),
  ),
  newLineToBr: ({ values: [text] }) =>
    new Markup(escapeMarkup(textOfValue(text)).replace(/\r?\n|\\n/g, '<br>')),
  capitalizeEach: ofText((text) =>
    text.replace(/\S+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ),
  capitalizeFirst: ofText((text) => text.charAt(0).toUpperCase() + text.slice(1)),
  lowercase: ofText((text) => text.toLowerCase()),
  uppercase: ofText((text) => text.toUpperCase()),
  concat: ({ values }) => values.map(textOfValue).join(''),
  join: ({ values: [list, between = ','] }) =>
    Array.isArray(list) ? list.map(textOfValue).join(textOfValue(between)) : '',
  first: ({ values: [list] }) => (Array.isArray(list) ? list[0] : undefined),
  last: ({ values: [list] }) => (Array.isArray(list) ? list.at(-1) : undefined),
  substring: ({ values: [text, from, to] }) =>
    textOfValue(text).slice(numberOf(from) ?? 0, to === undefined ? undefined : numberOf(to)),
  sprintf,
};
