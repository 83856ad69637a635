import { amountOf } from '../../draw/row-names.ts';
import { currencyFormatter } from '../../format/currency.ts';
import { momentText } from './moment-text.ts';
import { type Helper, TemplateProblem, textOfValue } from './values.ts';

const arithmetic =
  (compute: (one: number, other: number) => number): Helper =>
  ({ values: [one, other] }) => {
    const made = compute(amountOf(one) ?? Number.NaN, amountOf(other) ?? Number.NaN);
    return Number.isNaN(made) ? undefined : made;
  };

/** What wrote the last number: templates write thousands of them alike, and to make it takes longer than to write. */
let writer = new Intl.NumberFormat('en-US');
let writersLanguage = 'en-US';

function writerIn(language: string): Intl.NumberFormat {
  if (language !== writersLanguage) {
    writer = new Intl.NumberFormat(language);
    writersLanguage = language;
  }
  return writer;
}

/** Numbers keep every digit that they have: large ones arrive as text. */
function numberText(value: unknown, language: string): string {
  const amount = amountOf(value);
  if (amount === null) return textOfValue(value);
  try {
    const write = writerIn(language);
    const isLong = typeof value === 'string' && /^-?\d+$/.test(value.trim());
    return write.format(isLong ? BigInt(value.trim()) : amount);
  } catch {
    throw new TemplateProblem(`"${language}" is the name of no language`);
  }
}

function momentOf(value: unknown): Date {
  const amount = typeof value === 'number' ? value : Number.NaN;
  return Number.isNaN(amount) ? new Date(textOfValue(value)) : new Date(amount);
}

function dateText(value: unknown, format: unknown): string {
  if (value === null || value === undefined) return '';
  const moment = momentOf(value);
  return Number.isNaN(moment.getTime())
    ? textOfValue(value)
    : momentText(moment, textOfValue(format ?? 'YYYY-MM-DD'));
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(textOfValue(text));
  } catch {
    throw new TemplateProblem('the text is no JSON');
  }
}

/** The words that compute and write values. */
export const FORMAT_HELPERS: Readonly<Record<string, Helper>> = {
  dateFormat: ({ values: [value, given], options }) => dateText(value, options.get('format') ?? given),
  formatDate: ({ values: [format, value] }) => dateText(value, format),
  formatNumber: ({ values: [value, language = 'en-US'] }) => numberText(value, textOfValue(language)),
  currency: ({ values: [value, code = 'USD'] }) =>
    currencyFormatter({ symbol: textOfValue(code), symbolPosition: 'prefix' }, ',.2f')(amountOf(value)),
  stringify: ({ values: [value] }) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : textOfValue(value),
  parseJson: ({ values: [text] }) => parsed(text),
  sum: arithmetic((one, other) => one + other),
  difference: arithmetic((one, other) => one - other),
  multiplication: arithmetic((one, other) => one * other),
  division: arithmetic((one, other) => (other === 0 ? Number.NaN : one / other)),
  remainder: arithmetic((one, other) => one % other),
  ceil: arithmetic((one) => Math.ceil(one)),
  floor: arithmetic((one) => Math.floor(one)),
  abs: arithmetic((one) => Math.abs(one)),
};
