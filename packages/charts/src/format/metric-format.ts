import { isAdhocMetric, type MetricRef, metricLabel } from '@chartroom/model';
import { type Currency, currencyOf, valueFormatter } from './currency.ts';
import type { NumberFormatter } from './number.ts';

export interface MetricFormatRequest {
  metrics: readonly MetricRef[];
  /** Format of each saved metric of the dataset. */
  metricFormats: Readonly<Record<string, string | null | undefined>>;
  /** Currency of each saved metric of the dataset. */
  metricCurrencies: Readonly<Record<string, Currency | undefined>>;
  /** Format and currency set on the chart: they win. */
  format?: string | null | undefined;
  currency?: Currency | undefined;
  /** The metric to format when the chart has several. */
  key?: string | undefined;
}

/**
 * The formatter of a chart's values: format and currency of the chart, else those of its only metric (or of the
 * one named by `key`), else adaptive.
 */
export function metricFormatter(request: MetricFormatRequest): NumberFormatter {
  const { metrics, metricFormats, metricCurrencies, key } = request;
  const only = metrics.length === 1 ? metrics[0] : undefined;
  const name = key ?? (only === undefined || isAdhocMetric(only) ? undefined : metricLabel(only));
  const format = request.format || (name === undefined ? undefined : metricFormats[name]);
  const saved = name === undefined ? undefined : metricCurrencies[name];
  const currency = request.currency?.symbol ? request.currency : saved;
  return valueFormatter(format, currency);
}

/** What of a dataset decides how values of its metrics are written. */
export interface FormatSource {
  metrics: readonly { metric_name: string; d3format?: string | null; currency?: unknown }[];
  column_formats: Readonly<Record<string, string | null | undefined>>;
}

/** Formats per column or metric name as saved with the dataset. */
export function savedFormats(source: FormatSource): Record<string, string> {
  const formats: Record<string, string> = {};
  for (const metric of source.metrics) if (metric.d3format) formats[metric.metric_name] = metric.d3format;
  for (const [name, format] of Object.entries(source.column_formats)) if (format) formats[name] = format;
  return formats;
}

/** Currencies per metric name as saved with the dataset. */
export function savedCurrencies(source: FormatSource): Record<string, Currency> {
  const currencies: Record<string, Currency> = {};
  for (const metric of source.metrics) {
    const currency = currencyOf(metric.currency);
    if (currency) currencies[metric.metric_name] = currency;
  }
  return currencies;
}
