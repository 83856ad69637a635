import {
  type DataMask,
  type DataMasks,
  dataMasksSchema,
  type NativeFilter,
  selectMask,
} from '@chartroom/model';
import { choiceMask, rangeMask, timeMask } from '../../../shared/filter-values/value-masks.ts';

type Scalar = string | number | boolean | null;

/** What `observeDataMask` says beside the masks. */
const MARKS = ['crossFiltersChanged', 'nativeFiltersChanged'];

/**
 * The masks of filters that a page around sets by values, under their names or ids: a value or a list of them, `[low, high]`
 * for a numerical range, the words of a time range, the name of a time column or grain; null takes the value away.
 * @throws Error naming the filter that is not there, or whose value does not fit
 */
export function masksOfValues(given: unknown, filters: readonly NativeFilter[]): DataMasks {
  if (!isMapping(given))
    throw new Error('filters has to be an object: values by the names or ids of the filters');
  const masks = Object.entries(given).map(([key, value]) => {
    const filter = filterNamed(key, filters);
    return [filter.id, { id: filter.id, ...maskOfValue(filter, key, value) }] as const;
  });
  return Object.fromEntries(masks);
}

/**
 * Masks as a page around gives them, by the ids of filters and charts; those it was told can be handed back as they are.
 * @throws Error for what is no mask, and for ids that the dashboard does not have
 */
export function givenMasks(
  given: unknown,
  { filters, charts }: { filters: readonly NativeFilter[]; charts: readonly { id: number }[] },
): DataMasks {
  const bare = isMapping(given)
    ? Object.fromEntries(Object.entries(given).filter(([id]) => !MARKS.includes(id)))
    : given;
  const read = dataMasksSchema.safeParse(bare);
  if (!read.success) {
    const [problem] = read.error.issues;
    throw new Error(`dataMask cannot be read: ${problem?.path.join('.') || 'it'}: ${problem?.message}`);
  }
  const known = new Set([...filters.map(({ id }) => id), ...charts.map(({ id }) => String(id))]);
  const unknown = Object.keys(read.data).find((id) => !known.has(id));
  if (unknown !== undefined) throw new Error(`there is no filter or chart "${unknown}" on this dashboard`);
  return Object.fromEntries(Object.entries(read.data).map(([id, mask]) => [id, { ...mask, id }]));
}

function filterNamed(key: string, filters: readonly NativeFilter[]): NativeFilter {
  const all = filters.filter(({ type }) => type === 'NATIVE_FILTER');
  const found = all.filter(({ id, name }) => id === key || name === key);
  const [filter] = found;
  if (found.length > 1) throw new Error(`several filters are called "${key}": name one by its id`);
  if (filter) return filter;
  const names = all.map(({ id, name }) => `"${name ?? id}"`).join(', ');
  throw new Error(`there is no filter "${key}"; this dashboard has ${names || 'none'}`);
}

function maskOfValue(filter: NativeFilter, key: string, value: unknown): DataMask {
  const refuse = (wanted: string): never => {
    throw new Error(`the filter "${key}" wants ${wanted}, or null`);
  };
  switch (filter.filterType) {
    case 'filter_range':
      return rangeMask(
        filter,
        value === null ? [null, null] : (boundsOf(value) ?? refuse('[low, high], numbers or null')),
      );
    case 'filter_time':
      return timeMask(value === null ? '' : (textOf(value) ?? refuse('the text of a time range')));
    case 'filter_timecolumn':
      return choiceMask(
        'granularity_sqla',
        value === null ? undefined : (textOf(value) ?? refuse('the name of a column')),
      );
    case 'filter_timegrain':
      return choiceMask(
        'time_grain_sqla',
        value === null ? undefined : (textOf(value) ?? refuse('a time grain, such as P1M')),
      );
    default:
      return selectMask(
        filter,
        value === null ? [] : (scalarsOf(value) ?? refuse('a value or a list of them')),
      );
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function boundsOf(value: unknown): [number | null, number | null] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [low, high]: unknown[] = value;
  return isBound(low) && isBound(high) ? [low, high] : undefined;
}

function isBound(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isFinite(value));
}

function scalarsOf(value: unknown): Scalar[] | undefined {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.every(isScalar) ? values : undefined;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
