import { baseQuery, isAdhocFilter, normalOrder, queryFields, splitFilters } from '@chartroom/charts';
import {
  columnLabel,
  type DataMasks,
  type ExtraFormData,
  extraFormDataFor,
  metricLabel,
  metricRefSchema,
  type NativeFilter,
  type QueryObject,
  selectMask,
} from '@chartroom/model';
import { rangeMask } from '../../../apps/web/src/shared/filter-values/value-masks.ts';
import { isColumnRef } from '../../../packages/charts/src/question/read-form.ts';
import type { TableCheck } from '../table.ts';
import { formOf } from './question-tables.ts';
import { casesCheck, listOf, type RecordedCase, recordOf, revive } from './recorded.ts';

const CHART = 1;

const scalar = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : null;
const bound = (value: unknown) => (typeof value === 'number' ? value : null);

/** All members of a query are optional, and those of the table are what it is about. */
function isQuery(value: Record<string, unknown>): value is QueryObject {
  return value.metrics === undefined || Array.isArray(value.metrics);
}

/** What a table about form data wants to see of an object, and nothing that we add to it. */
function only(value: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]])));
}

function nativeFilter({ input }: RecordedCase): NativeFilter {
  return {
    id: 'NATIVE_FILTER-1',
    name: '',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ column: { name: String(input.column) } }],
    controlValues: { inverseSelection: input.exclude === true, enableEmptyFilter: input.required === true },
  };
}

/** The recording names the SQL of the condition that nothing meets, and no more. */
function conditions(extra: ExtraFormData | undefined): unknown {
  const { adhoc_filters, ...rest } = extra ?? {};
  return {
    ...rest,
    ...(adhoc_filters ? { adhoc_filters: adhoc_filters.map((each) => only(each, ['sqlExpression'])) } : {}),
  };
}

function merged(masks: DataMasks, ids: readonly string[]): unknown {
  const ordered = Object.fromEntries(ids.flatMap((id) => (masks[id] ? [[id, masks[id]] as const] : [])));
  return extraFormDataFor(CHART, ordered, new Map(ids.map((id) => [id, [CHART]])));
}

function masksOf(value: unknown): DataMasks {
  return Object.fromEntries(
    Object.entries(recordOf(value)).map(([id, mask]) => [
      id,
      { id, extraFormData: recordOf(recordOf(mask).extraFormData), filterState: {} },
    ]),
  );
}

/** Labels, fields, filters and what dashboards add to form data. */
export const fieldsTables: TableCheck[] = [
  casesCheck('fields/metric-label', ({ raw }) => metricLabel(metricRefSchema.parse(raw))),
  casesCheck('fields/column-label', ({ raw }) => (isColumnRef(raw) ? columnLabel(raw) : undefined)),
  casesCheck('fields/query-fields', ({ input }) => queryFields(input)),
  casesCheck('fields/filters', ({ input }) => {
    const { filters, where, having } = splitFilters(listOf(input.adhoc_filters).filter(isAdhocFilter));
    return { filters, extras: { having, where } };
  }),
  casesCheck('fields/extra-form-data', ({ input }) => baseQuery(formOf(input))),
  casesCheck('fields/order', ({ input }) => {
    const orderby = isQuery(input) ? normalOrder(input) : undefined;
    const { orderby: _given, series_limit_metric, legacy_order_by, order_desc, ...rest } = input;
    // The metric that ranks is used up when it gives the order.
    const kept =
      input.orderby === undefined
        ? rest
        : { ...rest, ...(series_limit_metric === undefined ? {} : { series_limit_metric }) };
    return { ...kept, ...(orderby === undefined ? {} : { orderby }) };
  }),
  casesCheck('fields/merge-extra-form-data', ({ input }) =>
    merged(
      {
        first: { id: 'first', extraFormData: recordOf(input.first) },
        second: { id: 'second', extraFormData: recordOf(input.second) },
      },
      ['first', 'second'],
    ),
  ),
  casesCheck('fields/scope-extra-form-data', ({ input }) =>
    merged(masksOf(input.dataMask), listOf(input.filterIdsAppliedOnChart).map(String)),
  ),
  casesCheck('fields/select-filter', (recorded) =>
    conditions(
      selectMask(nativeFilter(recorded), listOf(revive(recorded.input.value)).map(scalar)).extraFormData,
    ),
  ),
  casesCheck('fields/range-filter', (recorded) =>
    conditions(
      rangeMask(nativeFilter(recorded), [bound(recorded.input.lower), bound(recorded.input.upper)])
        .extraFormData,
    ),
  ),
];
