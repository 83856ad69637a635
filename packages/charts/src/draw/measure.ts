import { type MetricRef, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../chart-type.ts';
import { currencyOf } from '../format/currency.ts';
import { metricFormatter, savedCurrencies, savedFormats } from '../format/metric-format.ts';
import type { NumberFormatter } from '../format/number.ts';
import { textOf } from '../question/read-form.ts';

/** A metric as it is read: its column of the answer, what it is called and how its values are written. */
export interface Measure {
  column: string;
  name: string;
  format: NumberFormatter;
}

/** The metric of a chart; without one, numbers are written as the form data say. */
export function measureOf(
  { form, datasource }: Pick<DrawInput, 'form' | 'datasource'>,
  metric: MetricRef | undefined,
): Measure {
  const column = metric === undefined ? '' : metricLabel(metric);
  const format = metricFormatter({
    metrics: metric === undefined ? [] : [metric],
    metricFormats: savedFormats(datasource),
    metricCurrencies: savedCurrencies(datasource),
    format: textOf(form.number_format),
    currency: currencyOf(form.currency_format),
  });
  return { column, name: datasource.verbose_map[column] ?? column, format };
}
