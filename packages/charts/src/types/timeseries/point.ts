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

/**
 * What a mark stands for: a moment or a word of the axis, and the dimensions of its series. A line is as wide as the chart:
 * its place is the nearest one, and so is that of the room between the lines.
 */
export function markPoint(context: Context, mark: DrawnMark): DataPoint | undefined {
  const { settings, input } = context;
  const filters = (values: readonly ColumnValue[]) => drillFilters(input.form, input.results[0], values);
  const parts = seriesParts(context, mark.seriesName);
  const place = placeValue(context, parts ? mark : { ...mark, dataIndex: undefined });
  if (!parts) return place.length > 0 ? { detail: filters(place) } : undefined;
  const dimensions = settings.dimensions.map((column, at): ColumnValue => {
    const part = parts[at];
    return [column, part === NULL_TEXT ? null : part];
  });
  return {
    crossFilter: markFilter(context, mark),
    detail: filters([...place, ...dimensions]),
    drillBy: { field: 'groupby', filters: filters(filtersByAxis(settings) ? place : dimensions) },
    ...amountAt(context, mark),
  };
}

/** The number that is drawn at a mark, where it is one that the database tells: not one of what the chart makes of several. */
function amountAt(context: Context, mark: DrawnMark): Pick<DataPoint, 'amount'> {
  const { settings, table, partsOf } = context;
  const { form, metrics, offsets, shares } = settings;
  const isMade =
    shares || offsets.length > 0 || Boolean(form.contributionMode) || isRolled(form.rolling_type);
  const series = table.series.find(({ name }) => name === mark.seriesName);
  if (isMade || series?.part !== 'observed') return {};
  const [first] = partsOf(series.column);
  const metric = metrics.find((each) => each === first) ?? (metrics.length === 1 ? metrics[0] : undefined);
  const value = series.values[placeIndex(context, mark)] ?? null;
  return metric === undefined || value === null ? {} : { amount: { metric, value } };
}

function isRolled(type: unknown): boolean {
  return typeof type === 'string' && type !== '' && type !== 'None';
}

/** The value of the axis at a mark, or nearest to the pointer; numbers along an axis are measured, and group nothing. */
function placeValue(context: Context, mark: PlacedMark): ColumnValue[] {
  const { settings, table } = context;
  if (settings.axisKind === 'value') return [];
  const index = placeIndex(context, mark);
  return index in table.axis ? [[settings.axis, table.axis[index]]] : [];
}

type PlacedMark = { dataIndex?: number | undefined; place?: DrawnMark['place'] };

function placeIndex({ settings, table }: Context, { dataIndex, place }: PlacedMark): number {
  if (dataIndex !== undefined) return dataIndex;
  const along = place?.[settings.horizontal ? 1 : 0];
  if (along === undefined || settings.axisKind === 'value') return -1;
  return nearestPlace(settings.axisKind, table.axis, along);
}

/** Words stand at whole numbers, moments at their own. */
function nearestPlace(kind: 'category' | 'time', axis: readonly unknown[], along: number): number {
  if (kind === 'category') return Math.round(along);
  const distance = (value: unknown) =>
    value === null ? Number.POSITIVE_INFINITY : Math.abs(Number(value) - along);
  return axis.reduce<number>((best, value, at) => (distance(value) < distance(axis[best]) ? at : best), 0);
}

/** The values of the dimensions of a series; undefined when it is none of the data. */
function seriesParts({ settings, table, partsOf }: Context, name: string | undefined): string[] | undefined {
  const series = table.series.find((each) => each.name === name);
  const count = settings.dimensions.length;
  if (!series) return undefined;
  return count === 0 ? [] : partsOf(series.column).slice(-count);
}
