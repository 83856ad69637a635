import {
  type AdhocFilter,
  type ChartFormData,
  isJsonObject,
  ownMember,
  type QueryFilter,
  type QueryObject,
} from '@chartroom/model';
import { isAdhocFilter, splitFilters } from './filters.ts';
import { type QueryField, queryFields } from './query-fields.ts';
import { columnsOf, listed, membersOf, metricsOf, numberOf, textOf } from './read-form.ts';

/** Columns of old dashboard filters that stand for a setting instead of a column. */
const RESERVED_COLUMNS: Readonly<Record<string, string>> = {
  __time_range: 'time_range',
  __time_col: 'granularity',
  __time_grain: 'time_grain_sqla',
  __granularity: 'granularity',
  __time_compare: 'time_compare',
};

/** What a dashboard may replace, and the key of the query that it replaces (contract, dashboard additions). */
const OVERRIDES: readonly (readonly [key: string, target: string])[] = [
  ['granularity', 'granularity'],
  ['granularity_sqla', 'granularity'],
  ['time_column', 'time_column'],
  ['time_grain', 'time_grain'],
  ['time_range', 'time_range'],
  ['time_compare', 'time_compare'],
];
const EXTRA_OVERRIDES = ['relative_start', 'relative_end', 'time_grain_sqla'] as const;

/**
 * The query that form data means before its chart type shapes it (contract, form data to base query).
 *
 * @param aliases further keys of the chart type that mean columns or metrics
 */
export function baseQuery(
  form: ChartFormData,
  aliases: Readonly<Record<string, QueryField>> = {},
): QueryObject {
  const extraForm = form.extra_form_data ?? {};
  const reserved = reservedSettings(form.extra_filters);
  const { columns, metrics, orderby } = queryFields(form, aliases);
  const split = splitFilters(
    [...adhocFilters(form.adhoc_filters), ...adhocFilters(extraForm.adhoc_filters)],
    [...reserved.filters, ...queryFilters(extraForm.filters)],
    sqlOf(form.where),
  );
  const grain = reserved.settings.time_grain_sqla ?? form.time_grain_sqla;
  const query: QueryObject = {
    ...defined({
      time_range: reserved.settings.time_range ?? textOf(form.time_range),
      since: textOf(form.since),
      until: textOf(form.until),
      granularity: reserved.settings.granularity ?? textOf(form.granularity) ?? textOf(form.granularity_sqla),
      time_compare: reserved.settings.time_compare,
      row_limit: numberOf(form.row_limit),
      row_offset: numberOf(form.row_offset),
      series_columns: form.series_columns === undefined ? undefined : columnsOf(form.series_columns),
      series_limit_metric:
        metricsOf(form.series_limit_metric)[0] ?? metricsOf(form.timeseries_limit_metric)[0],
      metrics,
      orderby,
    }),
    filters: split.filters,
    extras: {
      ...(grain === undefined ? {} : { time_grain_sqla: textOf(grain) ?? null }),
      having: split.having,
      where: split.where,
    },
    applied_time_extras: reserved.applied,
    columns,
    annotation_layers: listed(form.annotation_layers).map(membersOf),
    series_limit: numberOf(form.series_limit ?? form.limit) ?? 0,
    group_others_when_limit_reached: form.group_others_when_limit_reached === true,
    order_desc: form.order_desc === undefined ? true : Boolean(form.order_desc),
    url_params: membersOf(form.url_params),
    custom_params: membersOf(form.custom_params),
  };
  return { ...overridden(query, extraForm), custom_form_data: membersOf(extraForm.custom_form_data) };
}

/** The object without its undefined members. */
export function defined<T extends object>(value: T): T {
  const copy = { ...value };
  for (const key of Object.keys(copy))
    if (Reflect.get(copy, key) === undefined) Reflect.deleteProperty(copy, key);
  return copy;
}

function overridden(query: QueryObject, extraForm: Readonly<Record<string, unknown>>): QueryObject {
  const changed: Record<string, unknown> = {};
  for (const [key, target] of OVERRIDES) if (extraForm[key] !== undefined) changed[target] = extraForm[key];
  const extras: Record<string, unknown> = {};
  for (const key of EXTRA_OVERRIDES) if (extraForm[key] !== undefined) extras[key] = extraForm[key];
  return { ...query, ...changed, extras: { ...query.extras, ...extras } };
}

function reservedSettings(extraFilters: unknown) {
  const filters: QueryFilter[] = [];
  const settings: Record<string, string | undefined> = {};
  const applied: Record<string, unknown> = {};
  for (const filter of queryFilters(extraFilters)) {
    const setting = typeof filter.col === 'string' ? ownMember(RESERVED_COLUMNS, filter.col) : undefined;
    if (setting === undefined) filters.push(filter);
    else {
      settings[setting] = textOf(filter.val);
      applied[String(filter.col)] = filter.val;
    }
  }
  return { filters, settings, applied };
}

/** Filters of a payload that are ones; each keeps further members it has. */
function queryFilters(value: unknown): QueryFilter[] {
  return listed(value).filter(isQueryFilter);
}

/** The shape of `queryFilterSchema`, checked by hand: the schema library is larger than all that browsers need of it. */
function isQueryFilter(value: unknown): value is QueryFilter {
  if (!isJsonObject(value) || typeof value.op !== 'string') return false;
  const { col, val } = value;
  return (
    (typeof col === 'string' || isAdhocColumnLike(col)) &&
    (Array.isArray(val) ? val.every(isScalar) : val === undefined || isScalar(val))
  );
}

function isAdhocColumnLike(value: unknown): boolean {
  return isJsonObject(value) && typeof value.label === 'string' && typeof value.sqlExpression === 'string';
}

function isScalar(value: unknown): boolean {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  );
}

function adhocFilters(value: unknown): AdhocFilter[] {
  return listed(value).filter(isAdhocFilter);
}

function sqlOf(value: unknown): string[] {
  const sql = textOf(value);
  return sql === undefined ? [] : [sql];
}
