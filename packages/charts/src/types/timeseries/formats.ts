import { GenericType } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { dimensionText, NULL_TEXT } from '../../draw/row-names.ts';
import { type Currency, currencyOf, valueFormatter } from '../../format/currency.ts';
import { savedCurrencies } from '../../format/metric-format.ts';
import { type NumberFormatter, numberFormatter, SMART_NUMBER } from '../../format/number.ts';
import { axisMoments, SMART_DATE, timeFormatter } from '../../format/time.ts';
import { grainStep } from '../../format/time-by-grain.ts';
import { textOf } from '../../question/read-form.ts';
import type { Settings } from './settings.ts';

/** How values and moments of a chart are written. */
export interface Formats {
  /** Ticks of the value axis. */
  axis: NumberFormatter;
  /** A value of a series, by the metric that it shows. */
  value(metric: string | undefined): NumberFormatter;
  /** Labels of the category or time axis; undefined leaves the time axis to adapt by itself. */
  category: ((value: string | number) => string) | undefined;
  /** Heading of a tooltip. */
  heading(value: unknown): string;
  /** Smallest distance of two time labels in milliseconds. */
  minInterval: number;
}

/** Formats by form data and dataset: the chart's own first, the saved currency of the metrics second. */
export function formatsOf(settings: Settings, { form, datasource }: DrawInput): Formats {
  const { axisKind, metrics, shares } = settings;
  const format = textOf(form.y_axis_format);
  const currency = currencyOf(form.currency_format);
  const percent = numberFormatter(format && format !== SMART_NUMBER ? format : ',.0%');
  const saved = savedCurrencies(datasource);
  const common = commonCurrency(metrics.map((metric) => saved[metric]));
  const timePattern = textOf(form.x_axis_time_format) ?? SMART_DATE;
  const moments = timeFormatter(timePattern);
  const timed: Formats['category'] = timePattern === SMART_DATE ? axisMoments() : (value) => moments(value);
  const titlePattern = textOf(form.tooltipTimeFormat) ?? SMART_DATE;
  const titles = timeFormatter(titlePattern === SMART_DATE ? 'smart_date_verbose' : titlePattern);
  return {
    axis: shares ? percent : valueFormatter(format, currency ?? common),
    value: (metric) =>
      shares ? percent : valueFormatter(format, currency ?? (metric === undefined ? common : saved[metric])),
    category: axisKind === 'time' ? timed : (value) => String(value),
    heading: (value) => {
      if (axisKind !== 'time') return dimensionText(value, GenericType.STRING);
      return typeof value === 'number' || typeof value === 'string' ? titles(value) : NULL_TEXT;
    },
    minInterval: (axisKind === 'time' && grainStep(textOf(form.time_grain_sqla))) || 0,
  };
}

/** The currency that all metrics share, when each has one. */
function commonCurrency(currencies: readonly (Currency | undefined)[]): Currency | undefined {
  const [first] = currencies;
  const same = currencies.every(
    (each) => each?.symbol === first?.symbol && each?.symbolPosition === first?.symbolPosition,
  );
  return same ? first : undefined;
}
