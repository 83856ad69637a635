import { amountOf } from '../../draw/row-names.ts';
import { numberOf } from '../../question/read-form.ts';
import type { DataSeries } from './rows.ts';
import type { SeriesContext } from './series-context.ts';

interface LabelEvent {
  value?: unknown;
  dataIndex?: number | undefined;
  seriesIndex?: number | undefined;
}

/**
 * The text at a mark: its value; in a stack only where it is large enough, or only the total, at the last
 * series of the stack that has a value there.
 */
export function labelFormatter(context: SeriesContext, series: DataSeries): (event: LabelEvent) => string {
  const { settings, table, formats, partsOf } = context;
  const metric = partsOf(series.column)[0];
  const format = formats.value(
    metric !== undefined && settings.metrics.includes(metric) ? metric : settings.metrics[0],
  );
  const threshold = (numberOf(settings.form.percentage_threshold) ?? 0) / 100;
  const top = topSeries(context);
  const observed =
    series.part === 'trend'
      ? table.series.find((each) => each.base === series.base && each.part === 'observed')
      : undefined;
  return ({ value, dataIndex = 0, seriesIndex }) => {
    const pair = Array.isArray(value) ? value : [];
    const amount = amountOf(settings.horizontal ? pair[0] : pair[1]);
    // A forecast of what was measured stands beside the measured value, which has a label.
    if (amount === null || (observed?.values[dataIndex] ?? null) !== null) return '';
    if (!settings.stack) return format(amount);
    const total = settings.stack === 'Expand' ? 1 : (table.totals[dataIndex] ?? 0);
    if (!settings.onlyTotal) return amount >= threshold * total ? format(amount) : '';
    return seriesIndex !== undefined && top[dataIndex] === series.name ? format(total) : '';
  };
}

function topSeries({ table }: SeriesContext): (string | undefined)[] {
  return table.axis.map(
    (_, index) =>
      table.series.findLast((series) => series.part === 'observed' && (series.values[index] ?? 0) > 0)?.name,
  );
}
