import { type NumberFormatter, numberFormatter, SMART_NUMBER } from './number.ts';

/** Currency of a chart or of a saved metric: an ISO code (or free text) and where its symbol stands. */
export interface Currency {
  symbol?: string | undefined;
  symbolPosition?: string | undefined;
}

/** Reads a currency from form data or a saved metric; undefined when it names no symbol. */
export function currencyOf(value: unknown): Currency | undefined {
  if (typeof value !== 'object' || value === null || !('symbol' in value)) return undefined;
  const { symbol } = value;
  if (typeof symbol !== 'string' || symbol === '') return undefined;
  const position =
    'symbolPosition' in value && typeof value.symbolPosition === 'string' ? value.symbolPosition : undefined;
  return { symbol, symbolPosition: position };
}

/** The symbol of an ISO code as an English reader knows it (EUR → €); free text stays itself. */
export function currencySymbol(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(1);
    return parts.find((part) => part.type === 'currency')?.value ?? code;
  } catch {
    return code;
  }
}

/** A number format with a currency symbol before or behind it, one space between; `$` and `%` of the format are dropped. */
export function currencyFormatter(currency: Currency, format?: string | null): NumberFormatter {
  const number = numberFormatter((format || SMART_NUMBER).replace(/[$%]/g, ''));
  if (!currency.symbol) return numberFormatter(format);
  const symbol = currencySymbol(currency.symbol);
  return currency.symbolPosition === 'prefix'
    ? (value) => `${symbol} ${number(value)}`
    : (value) => `${number(value)} ${symbol}`;
}

/** A formatter for a format with or without a currency. */
export function valueFormatter(
  format: string | null | undefined,
  currency: Currency | undefined,
): NumberFormatter {
  return currency?.symbol ? currencyFormatter(currency, format) : numberFormatter(format);
}
