import { type ChartFormData, ownMember } from '@chartroom/model';
import { isAdhocFilter, splitFilters } from './filters.ts';
import { listed, membersOf, textOf } from './read-form.ts';

/** Form data as it is stored or sent, of whatever age. */
export type StoredForm = Readonly<Record<string, unknown>>;

/** Columns of old dashboard filters that stand for a setting, and the setting. */
const TIME_SETTINGS: Readonly<Record<string, keyof ChartFormData & string>> = {
  __time_range: 'time_range',
  __time_col: 'granularity_sqla',
  __time_grain: 'time_grain_sqla',
};

/** What a dashboard may replace in stored form data, and the key that it replaces. */
const REPLACED: readonly (readonly [key: string, target: string])[] = [
  ['granularity_sqla', 'granularity'],
  ['time_column', 'time_column'],
  ['time_grain', 'time_grain'],
  ['time_range', 'time_range'],
  ['time_grain_sqla', 'time_grain_sqla'],
];
const EXTRAS = ['relative_start', 'relative_end'] as const;

/** Parameters of an address that are not the reader's own. */
const OWN_PARAMETERS = new Set(['form_data', 'r']);

/**
 * Makes what a dashboard adds (`extra_form_data`, and the older `extra_filters`) part of the form data: times are
 * replaced, filters appended and marked as not the chart's own; one that is there already is not added twice.
 */
export function withDashboardFilters(form: StoredForm): Record<string, unknown> {
  const { extra_filters, extra_form_data, ...rest } = form;
  const merged = withExtraFormData(
    { applied_time_extras: {}, ...rest, adhoc_filters: listed(rest.adhoc_filters) },
    membersOf(extra_form_data),
  );
  const own = listed(rest.adhoc_filters);
  const settings: Record<string, unknown> = {};
  const applied: Record<string, unknown> = {};
  const added: unknown[] = [];
  for (const filter of listed(extra_filters).map(membersOf)) {
    const column = String(filter.col);
    const setting = ownMember(TIME_SETTINGS, column);
    if (setting === undefined) {
      if (hasValue(filter.val) && !own.some((each) => isSame(membersOf(each), filter)))
        added.push(adhocOf({ ...filter, isExtra: true }));
    } else if (hasValue(filter.val) && filter.val !== 'No filter') {
      settings[setting] = filter.val;
      applied[column] = filter.val;
    }
  }
  return {
    ...merged,
    ...settings,
    applied_time_extras: { ...membersOf(merged.applied_time_extras), ...applied },
    adhoc_filters: [...listed(merged.adhoc_filters), ...added],
  };
}

function withExtraFormData(
  form: Record<string, unknown>,
  extra: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...form };
  for (const [key, target] of REPLACED) if (hasValue(extra[key])) merged[target] = extra[key];
  const extras = EXTRAS.filter((key) => hasValue(extra[key])).map((key) => [key, extra[key]] as const);
  if (extras.length > 0) merged.extras = { ...membersOf(form.extras), ...Object.fromEntries(extras) };
  merged.adhoc_filters = [
    ...listed(form.adhoc_filters),
    ...listed(extra.adhoc_filters).map((filter) => ({ isExtra: true, ...membersOf(filter) })),
  ];
  const simple = listed(extra.filters).map((filter) => adhocOf({ ...membersOf(filter), isExtra: true }));
  for (const [key, value] of Object.entries(merged)) {
    if (key.startsWith('adhoc_filter') && simple.length > 0) merged[key] = [...listed(value), ...simple];
  }
  const range = textOf(merged.time_range);
  if (range !== undefined && !merged.granularity_sqla)
    merged.adhoc_filters = listed(merged.adhoc_filters).map((filter) => inRange(filter, range));
  return merged;
}

/** A condition on a time follows the time range of the form. */
function inRange(filter: unknown, range: string): unknown {
  const members = membersOf(filter);
  return members.operator === 'TEMPORAL_RANGE' ? { ...members, comparator: range } : filter;
}

function hasValue(value: unknown): boolean {
  return Array.isArray(value)
    ? value.length > 0
    : value !== undefined && value !== null && value !== '' && value !== false;
}

/** The same column, operator and values, in whatever order. */
function isSame(
  adhoc: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  if (adhoc.expressionType !== 'SIMPLE' || adhoc.subject !== filter.col || adhoc.operator !== filter.op)
    return false;
  const [theirs, ours] = [adhoc.comparator, filter.val];
  if (Array.isArray(theirs) !== Array.isArray(ours)) return false;
  const [one, other] = [new Set(listed(theirs)), new Set(listed(ours))];
  return one.size === other.size && [...one].every((value) => other.has(value));
}

function adhocOf({ col, op, val, isExtra }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    comparator: val,
    operator: op,
    subject: col,
    ...(isExtra ? { isExtra: true } : {}),
  };
}

/**
 * Conditions of charts from before ad-hoc filters (`filters`, `where`, `having`) as ad-hoc filters, unless it has some.
 * @internal only the recorded facts are played against it
 */
export function withoutLegacyFilters(form: StoredForm): Record<string, unknown> {
  const { filters, where, having, ...rest } = form;
  if (listed(form.adhoc_filters).length > 0) return rest;
  const sql = [
    ['HAVING', having],
    ['WHERE', where],
  ] as const;
  const free = sql
    .filter(([, sqlExpression]) => hasValue(sqlExpression))
    .map(([clause, sqlExpression]) => ({ clause, expressionType: 'SQL', sqlExpression }));
  return {
    ...rest,
    adhoc_filters: [...free, ...listed(filters).map((filter) => adhocOf(membersOf(filter)))],
  };
}

/**
 * The ad-hoc filters of form data also as simple filters and free SQL; without a list of them nothing is changed.
 * @internal only the recorded facts are played against it
 */
export function withBaseFilters(form: StoredForm): Record<string, unknown> {
  if (!Array.isArray(form.adhoc_filters)) return { ...form };
  return { ...form, ...splitFilters(form.adhoc_filters.filter(isAdhocFilter)) };
}

/**
 * The parameters of an address as `url_params`, over those that the form data has.
 * @internal only the recorded facts are played against it
 */
export function withRequestParams(
  form: StoredForm,
  parameters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = Object.entries(parameters).filter(([name]) => !OWN_PARAMETERS.has(name));
  return { ...form, url_params: { ...membersOf(form.url_params), ...Object.fromEntries(own) } };
}
