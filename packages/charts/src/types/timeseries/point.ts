import type { CrossFilter, DataPoint, DrawnMark } from '../../chart-type.ts';
import { crossFilterOf } from '../../draw/cross-filter.ts';
import { type ColumnValue, drillFilters } from '../../draw/data-point.ts';
import { NULL_TEXT } from '../../draw/row-names.ts';
import { axisFilter, filtersByAxis } from './axis-filter.ts';
import type { SeriesContext } from './series-context.ts';

type Context = Pick<SeriesContext, 'settings' | 'input' | 'table' | 'partsOf'>;

/** The filter of a mark: its place on an axis of words, else the dimensions of its series. */
export function markFilter(context: Context, { seriesName, dataIndex }: DrawnMark): CrossFilter | undefined {
  const { settings, table } = context;
  if (filtersByAxis(settings))
    return dataIndex === undefined ? undefined : axisFilter(settings, table.axis[dataIndex]);
  const parts = seriesParts(context, seriesName);
  return parts && seriesName !== undefined
    ? crossFilterOf(settings.dimensions, parts, seriesName)
    : undefined;
}

/** What a mark stands for: a moment or a word of the axis, and the dimensions of its series. */
export function markPoint(context: Context, mark: DrawnMark): DataPoint | undefined {
  const { settings, table, input } = context;
  const parts = seriesParts(context, mark.seriesName);
  if (!parts) return undefined;
  const dimensions = settings.dimensions.map((column, at): ColumnValue => {
    const part = parts[at];
    return [column, part === NULL_TEXT ? null : part];
  });
  const hasPlace = mark.dataIndex !== undefined && settings.axisKind !== 'value';
  const place: ColumnValue[] = hasPlace ? [[settings.axis, table.axis[mark.dataIndex ?? -1]]] : [];
  const filters = (values: readonly ColumnValue[]) => drillFilters(input.form, input.results[0], values);
  return {
    crossFilter: markFilter(context, mark),
    detail: filters([...place, ...dimensions]),
    drillBy: { field: 'groupby', filters: filters(filtersByAxis(settings) ? place : dimensions) },
  };
}

/** The values of the dimensions of a series; undefined when it is none of the data. */
function seriesParts({ settings, table, partsOf }: Context, name: string | undefined): string[] | undefined {
  const series = table.series.find((each) => each.name === name);
  const count = settings.dimensions.length;
  if (!series) return undefined;
  return count === 0 ? [] : partsOf(series.column).slice(-count);
}
