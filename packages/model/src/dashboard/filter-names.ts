import { type NewNames, type Renamed, withColors, withNewNames } from '../chart/new-names.ts';
import { isJsonObject } from '../json.ts';
import type { StoredDocument } from '../stored.ts';

/** A native filter in which former names of its dataset stand, in the ways of `Renamed`. */
export interface RenamedFilter extends Omit<Renamed, 'document'> {
  id: string;
  name: string;
}

/** Members of a filter that name columns and metrics as form data do. */
const MEMBERS = ['adhoc_filters', 'granularity_sqla', 'sortMetric', 'controlValues'] as const;

/**
 * The settings of a dashboard whose native filters ask a dataset by new names: targets, order, conditions and values that
 * they begin with. Labels keep their colours. What is not known in them stays as it is.
 */
export function withNewFilterNames(
  metadata: StoredDocument,
  dataset: number,
  names: NewNames,
): { document: StoredDocument; filters: RenamedFilter[] } {
  const stored = metadata.native_filter_configuration;
  const filters: RenamedFilter[] = [];
  const configuration = Array.isArray(stored)
    ? stored.map((filter: unknown) => {
        if (!isJsonObject(filter) || !asks(filter, dataset)) return filter;
        const { document, renamed, byHand } = filterUnderNewNames(filter, dataset, names);
        const { id, name } = filter;
        if (renamed.length + byHand.length > 0)
          filters.push({ id: textOf(id), name: textOf(name), renamed, byHand });
        return document;
      })
    : stored;
  const document =
    filters.length > 0 ? { ...metadata, native_filter_configuration: configuration } : metadata;
  return { document: withColors(document, names.names), filters };
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
