import { createHash } from 'node:crypto';
import { isJsonObject } from '@chartroom/model';
import type { ChartFile } from '../bundle-schemas.ts';
import { type Mapping, mappingOf } from '../legacy/legacy-objects.ts';

/** A chart of the type `filter_box`, which showed lists to filter a dashboard by, as a bundle holds it. */
export interface FilterBox {
  /** The chart's id where the bundle was made. */
  id: number;
  chart: ChartFile;
}

/** Where a field of a filter box works. */
interface Scope {
  scope: string[];
  immune: number[];
}

interface NativeFilter extends Mapping {
  id: string;
  filterType: string;
  cascadeParentIds: string[];
}

/** Fields of a filter box that are no columns: the setting that shows each, and what becomes of it. */
const TIME_FIELDS: Readonly<
  Record<string, { shownBy: string; filterType: string; name: string; setting: string }>
> = {
  __time_range: {
    shownBy: 'date_filter',
    filterType: 'filter_time',
    name: 'Time Range',
    setting: 'time_range',
  },
  __time_col: {
    shownBy: 'show_sqla_time_column',
    filterType: 'filter_timecolumn',
    name: 'Time Column',
    setting: 'granularity_sqla',
  },
  __time_grain: {
    shownBy: 'show_sqla_time_granularity',
    filterType: 'filter_timegrain',
    name: 'Time Grain',
    setting: 'time_grain_sqla',
  },
};

const NO_FILTER = 'No filter';

/**
 * The filters of a dashboard that do what its filter boxes did: one for each of their fields, with its scope, its first
 * value and, where one box filtered another, its parents. Charts go by their ids where the bundle was made, datasets by uuid.
 */
export function filtersOf(boxes: readonly FilterBox[], metadata: Mapping, position: Mapping): NativeFilter[] {
  const defaults = mappingOf(metadata.default_filters);
  const ids = new Set(boxes.map((box) => box.id));
  const made = boxes.map((box) => {
    const scopes = {
      ...impliedScopes(box, metadata),
      ...statedScopes(mappingOf(metadata.filter_scopes)[box.id]),
    };
    const filters = Object.entries(scopes).flatMap(([field, { scope, immune }]) => {
      const filter = filterOf(field, box, mappingOf(defaults[box.id])[field]);
      const excluded = immune.filter((id) => !ids.has(id));
      return filter ? [{ ...filter, scope: { rootPath: scope, excluded } }] : [];
    });
    return { box, scopes: Object.values(scopes), filters };
  });
  for (const child of made)
    for (const parent of made)
      if (child !== parent && parent.scopes.some((scope) => reaches(scope, child.box, position)))
        for (const filter of child.filters)
          adopt(
            filter,
            parent.filters,
            made.flatMap(({ filters }) => filters),
          );
  return made.flatMap(({ filters }) => filters);
}

/** Without scopes of its own a box filters everything but what an older dashboard made immune. */
function impliedScopes({ chart }: FilterBox, metadata: Mapping): Record<string, Scope> {
  const params = chart.params ?? {};
  const shown = Object.entries(TIME_FIELDS).flatMap(([field, { shownBy }]) =>
    params[shownBy] ? [field] : [],
  );
  const columns = configsOf(params).map(({ column }) => column);
  const immune = numbers(metadata.filter_immune_slices);
  const byField = Object.entries(mappingOf(metadata.filter_immune_slice_fields));
  return Object.fromEntries(
    [...shown, ...columns].map((field) => {
      const own = byField.flatMap(([id, fields]) =>
        Array.isArray(fields) && fields.includes(field) ? [Number(id)] : [],
      );
      return [field, { scope: ['ROOT_ID'], immune: [...new Set([...immune, ...own])] }];
    }),
  );
}

function statedScopes(value: unknown): Record<string, Scope> {
  return Object.fromEntries(
    Object.entries(mappingOf(value)).map(([field, given]) => {
      const { scope, immune } = mappingOf(given);
      return [
        field,
        { scope: Array.isArray(scope) ? scope.map(String) : ['ROOT_ID'], immune: numbers(immune) },
      ];
    }),
  );
}

function filterOf(field: string, { chart }: FilterBox, dashboardDefault: unknown): NativeFilter | undefined {
  const params = chart.params ?? {};
  const id = `NATIVE_FILTER-${createHash('sha256').update(`${chart.uuid} ${field}`).digest('base64url').slice(0, 9)}`;
  const head = { id, type: 'NATIVE_FILTER', cascadeParentIds: [] };
  const time = Object.hasOwn(TIME_FIELDS, field) ? TIME_FIELDS[field] : undefined;
  if (time) {
    if (!params[time.shownBy]) return undefined;
    const value = dashboardDefault || params[time.setting];
    const isRange = time.filterType === 'filter_time';
    const mask =
      value && value !== NO_FILTER ? maskOf({ [time.setting]: value }, isRange ? value : [value]) : undefined;
    const targets = [isRange ? {} : { datasetUuid: chart.dataset_uuid }];
    return {
      ...head,
      filterType: time.filterType,
      name: time.name,
      targets,
      ...(mask && { defaultDataMask: mask }),
    };
  }
  const config = configsOf(params).find(({ column }) => column === field);
  return config && { ...head, ...selectOf(config, chart, dashboardDefault) };
}

/** A list of the values of a column. */
function selectOf(
  config: Mapping & { column: string },
  { params, dataset_uuid }: ChartFile,
  dashboardDefault: unknown,
) {
  const {
    column,
    label,
    metric,
    asc,
    clearable = true,
    multiple = false,
    searchAllOptions = false,
    defaultValue,
  } = config;
  const { adhoc_filters, time_range, granularity_sqla } = params ?? {};
  const own = multiple && typeof defaultValue === 'string' ? defaultValue.split(';') : defaultValue;
  const value = [dashboardDefault || own || []].flat();
  const isRanked = 'metric' in config;
  return {
    filterType: 'filter_select',
    name: typeof label === 'string' && label !== '' ? label : column,
    targets: [{ column: { name: column }, datasetUuid: dataset_uuid }],
    controlValues: {
      defaultToFirstItem: false,
      enableEmptyFilter: !clearable,
      inverseSelection: false,
      multiSelect: multiple,
      searchAllOptions,
      ...(isRanked && { sortAscending: asc }),
    },
    ...(isRanked && { sortMetric: metric }),
    ...(adhoc_filters ? { adhoc_filters } : {}),
    ...(time_range && time_range !== NO_FILTER ? { time_range, granularity_sqla } : {}),
    ...(value.length > 0 && {
      defaultDataMask: maskOf({ filters: [{ col: column, op: 'IN', val: value }] }, value),
    }),
  };
}

function maskOf(extraFormData: Mapping, value: unknown) {
  return { extraFormData, filterState: { value } };
}

/** Whether what works in a scope works on a chart: it stands below all places of the scope and is not immune. */
function reaches({ scope, immune }: Scope, { id }: FilterBox, position: Mapping): boolean {
  const above = new Set(
    Object.values(position).flatMap((node) => {
      const isItsPlace = isJsonObject(node) && node.type === 'CHART' && mappingOf(node.meta).chartId === id;
      return isItsPlace && Array.isArray(node.parents) ? node.parents : [];
    }),
  );
  return !immune.includes(id) && above.size > 0 && scope.every((place) => above.has(place));
}

/** A list offers what its parents leave; two boxes that filtered each other do not make a circle. */
function adopt(child: NativeFilter, parents: readonly NativeFilter[], all: readonly NativeFilter[]): void {
  if (child.filterType !== 'filter_select') return;
  for (const { id, filterType } of parents) {
    const fits = filterType === 'filter_select' || filterType === 'filter_time';
    if (fits && !child.cascadeParentIds.includes(id) && !descends(id, child.id, all))
      child.cascadeParentIds.push(id);
  }
}

function descends(id: string, ancestor: string, all: readonly NativeFilter[]): boolean {
  const parents = all.find((each) => each.id === id)?.cascadeParentIds ?? [];
  return parents.includes(ancestor) || parents.some((parent) => descends(parent, ancestor, all));
}

function configsOf({ filter_configs: configs }: Mapping): (Mapping & { column: string })[] {
  if (!Array.isArray(configs)) return [];
  return configs.flatMap((config: unknown) =>
    isJsonObject(config) && typeof config.column === 'string' ? [{ ...config, column: config.column }] : [],
  );
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number).filter(Number.isInteger) : [];
}
