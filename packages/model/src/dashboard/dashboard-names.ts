import { type NewNames, type Renamed, withColors, withNewNames } from '../chart/new-names.ts';
import { isJsonObject } from '../json.ts';
import type { StoredDocument } from '../stored.ts';
import { addressWithColumns } from './drill-path.ts';

/** What in a dashboard says former names of a dataset, in the ways of `Renamed`. */
export interface RenamedPart extends Omit<Renamed, 'document'> {
  /** A native filter, or where clicks on a chart lead. */
  kind: 'filter' | 'click';
  /** Of the filter or the chart. */
  id: string;
  /** What people call it. */
  name: string;
}

/** A dataset, and the charts that stand on it. */
export interface ChartedDataset {
  id: number;
  charts: ReadonlySet<number>;
}

/** Members of a filter that name columns and metrics as form data do. */
const MEMBERS = ['adhoc_filters', 'granularity_sqla', 'sortMetric', 'controlValues'] as const;

/**
 * The settings of a dashboard that say new names of a dataset: targets, order, conditions and first values of its native
 * filters, and addresses to which clicks lead. Labels keep their colours. What is not known in them stays as it is.
 */
export function withNewDashboardNames(
  metadata: StoredDocument,
  dataset: ChartedDataset,
  names: NewNames,
): { document: StoredDocument; parts: RenamedPart[] } {
  const parts: RenamedPart[] = [];
  const { native_filter_configuration: filters, drill_paths: paths } = metadata;
  const changed = {
    ...(Array.isArray(filters) && {
      native_filter_configuration: filters.map((filter: unknown) => {
        if (!isJsonObject(filter) || !asks(filter, dataset.id)) return filter;
        const { document, ...found } = filterUnderNewNames(filter, dataset.id, names);
        parts.push({ kind: 'filter', id: textOf(filter.id), name: textOf(filter.name), ...found });
        return document;
      }),
    }),
    ...(isJsonObject(paths) && {
      drill_paths: Object.fromEntries(
        Object.entries(paths).map(([chart, path]) => {
          if (!dataset.charts.has(Number(chart)) || !isJsonObject(path)) return [chart, path];
          const { document, ...found } = pathUnderNewNames(path, names);
          parts.push({ kind: 'click', id: chart, name: textOf(path.label), ...found });
          return [chart, document];
        }),
      ),
    }),
  };
  const using = parts.filter(({ renamed, byHand }) => renamed.length + byHand.length > 0);
  const document = using.length > 0 ? { ...metadata, ...changed } : metadata;
  return { document: withColors(document, names.names), parts: using };
}

/** Where a click leads, with the columns whose values its address takes under new names. */
function pathUnderNewNames(path: StoredDocument, { names }: NewNames): Renamed {
  const { address } = path;
  if (typeof address !== 'string') return { document: path, renamed: [], byHand: [] };
  const renamed = new Set<string>();
  const now = addressWithColumns(address, (column) => {
    const name = names.find(({ kind, from }) => kind === 'column' && from === column);
    if (name) renamed.add(name.from);
    return name?.to ?? column;
  });
  return { document: { ...path, address: now }, renamed: [...renamed], byHand: [] };
}

/** What somebody has chosen in a filter or a chart, under new names. */
export function withNewMaskNames(mask: unknown, names: NewNames): unknown {
  if (!isJsonObject(mask) || mask.extraFormData === undefined) return mask;
  return { ...mask, extraFormData: withNewNames(mask.extraFormData, names).document };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asks({ targets }: StoredDocument, dataset: number): boolean {
  return (
    Array.isArray(targets) && targets.some((target) => isJsonObject(target) && target.datasetId === dataset)
  );
}

function filterUnderNewNames(filter: StoredDocument, dataset: number, names: NewNames): Renamed {
  const { targets, defaultDataMask: mask } = filter;
  const { filterState: state, extraFormData } = isJsonObject(mask) ? mask : {};
  const isOfColumns = filter.filterType === 'filter_timecolumn' && isJsonObject(state);
  const { document, renamed, byHand } = withNewNames(
    {
      ...Object.fromEntries(
        MEMBERS.filter((member) => member in filter).map((member) => [member, filter[member]]),
      ),
      // What targets and values say stands as columns of form data do.
      columns: (Array.isArray(targets) ? targets : []).map((target) => columnOf(target, dataset)),
      groupby: isOfColumns ? state.value : null,
      extra_form_data: extraFormData,
    },
    names,
  );
  if (renamed.length === 0 || !isJsonObject(document)) return { document: filter, renamed, byHand };
  const { columns, groupby, extra_form_data, ...members } = document;
  const now = {
    ...filter,
    ...members,
    ...(Array.isArray(targets) &&
      Array.isArray(columns) && {
        targets: targets.map((target, at) => withColumn(target, columns[at])),
      }),
    ...(isJsonObject(mask) && {
      defaultDataMask: {
        ...mask,
        ...(extraFormData !== undefined && { extraFormData: extra_form_data }),
        ...(isOfColumns && { filterState: { ...state, value: groupby } }),
      },
    }),
  };
  return { document: now, renamed, byHand };
}

/** The column that a target asks of a dataset; null where it asks none, or another dataset. */
function columnOf(target: unknown, dataset: number): unknown {
  if (!isJsonObject(target) || target.datasetId !== dataset || !isJsonObject(target.column)) return null;
  return target.column.name ?? null;
}

function withColumn(target: unknown, name: unknown): unknown {
  if (typeof name !== 'string' || !isJsonObject(target) || !isJsonObject(target.column)) return target;
  return { ...target, column: { ...target.column, name } };
}
