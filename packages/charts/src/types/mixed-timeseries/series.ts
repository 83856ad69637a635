import type { BarSeriesOption } from 'echarts';
import { amountOf } from '../../draw/row-names.ts';
import { listed } from '../../question/read-form.ts';
import { type FamilySeries, seriesOf } from '../timeseries/series.ts';
import type { MixedPart } from './parts.ts';

/** A series with the question that it is of. */
export interface DrawnSeries {
  id: string;
  part: MixedPart;
  series: FamilySeries;
}

/** The series of both questions. */
export function mixedSeries(parts: readonly MixedPart[]): DrawnSeries[] {
  return withIds(parts.flatMap(partSeries));
}

function partSeries(part: MixedPart): DrawnSeries[] {
  return seriesOf(part.context).map((series) => {
    const stack = series.stack === undefined ? {} : { stack: `${series.stack}\n${part.part.toLowerCase()}` };
    const own: FamilySeries = { ...withinBounds(series, part), ...stack, yAxisIndex: part.axis };
    return { id: String(series.name ?? ''), part, series: own };
  });
}

/** Series of one name are told apart by a number. */
function withIds(drawn: readonly DrawnSeries[]): DrawnSeries[] {
  const seen = new Map<string, number>();
  return drawn.map(({ id: name, part, series }) => {
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    const id = before === 0 ? name : `${name} (${before})`;
    return { id, part, series: { ...series, id } };
  });
}

/** The label of a bar that is cut off at the end of its axis would stand beyond the picture. */
function withinBounds(series: FamilySeries, { context }: MixedPart): FamilySeries {
  const { max } = context.settings.valueBounds;
  const label = series.type === 'bar' ? series.label : undefined;
  const write = label?.formatter;
  if (series.type !== 'bar' || max === undefined || typeof write !== 'function') return series;
  const formatter: NonNullable<BarSeriesOption['label']>['formatter'] = (event) =>
    (amountOf(listed(event.value)[1]) ?? 0) > max ? '' : write(event);
  return { ...series, label: { ...label, formatter } };
}
