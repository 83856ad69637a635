import { z } from 'zod';
import { isJsonObject } from '../json.ts';
import { member, readableItems, type StoredDocument, storedTruth } from '../stored.ts';
import { drillPathSchema } from './drill-path.ts';
import { nativeFilterSchema, scopeSchema, targetsOf } from './filters.ts';

/** The settings of a dashboard: what `json_metadata` holds (contract/ui.md B9), and what is done with them. */

const crossFilters = z.looseObject({
  scope: z.union([z.literal('global'), scopeSchema]).optional(),
  chartsInScope: z.array(z.number()).optional(),
});
const chartConfiguration = z.looseObject({
  id: z.number().optional(),
  crossFilters: crossFilters.optional(),
});
const colors = z.record(z.string(), z.string());

const storedMetadata = z.looseObject({
  native_filter_configuration: member(readableItems(nativeFilterSchema)),
  chart_configuration: member(z.record(z.string(), chartConfiguration)),
  global_chart_configuration: member(crossFilters.extend({ scope: scopeSchema.optional() })),
  cross_filters_enabled: member(z.boolean()),
  /** Whether the filters and tabs with which somebody has left come back for them; true when nothing is said. */
  remember_viewer_state: member(z.boolean()),
  filter_bar_orientation: member(z.enum(['VERTICAL', 'HORIZONTAL'])),
  /** Whether time filters reach charts without a temporal filter, too: by the main time column of their dataset. */
  time_filters_on_main_dttm: member(z.boolean()),
  expanded_slices: member(z.record(z.string(), z.boolean())),
  /** Seconds; 0 = never. */
  refresh_frequency: member(z.number()),
  timed_refresh_immune_slices: member(z.array(z.number())),
  stagger_refresh: member(storedTruth),
  /** Milliseconds. */
  stagger_time: member(z.number()),
  color_scheme: member(z.string()),
  color_namespace: member(z.string().nullable()),
  color_scheme_domain: member(z.array(z.string())),
  label_colors: member(colors),
  shared_label_colors: member(z.array(z.string())),
  map_label_colors: member(colors),
  default_filters: member(z.string()),
  filter_scopes: member(z.record(z.string(), z.unknown())),
  /** Where clicks lead, by chart. */
  drill_paths: member(z.record(z.string(), drillPathSchema)),
  /** Ids of components in the order in which phones show them; without it the layout's own order counts. */
  reading_order: member(readableItems(z.string())),
});
export type DashboardMetadata = z.infer<typeof storedMetadata>;

/** The settings in a stored document, of which that counts as not given which is not as it has to be. */
export function readDashboardMetadata(document: unknown): DashboardMetadata {
  return storedMetadata.parse(isJsonObject(document) ? document : {});
}

/** What the settings say when nothing else was said (contract/api.md §2.4). */
const USUAL: StoredDocument = {
  timed_refresh_immune_slices: [],
  expanded_slices: {},
  refresh_frequency: 0,
  color_scheme: '',
  label_colors: {},
  shared_label_colors: [],
  map_label_colors: {},
  color_scheme_domain: [],
  cross_filters_enabled: true,
};

/** Takes the layout out of a given document: `positions` is stored apart, `show_native_filters` not at all. */
export function splitMetadata(given: StoredDocument): {
  metadata: StoredDocument;
  positions: StoredDocument | undefined;
} {
  const { positions, show_native_filters: _, ...metadata } = given;
  return { metadata, positions: isJsonObject(positions) ? positions : undefined };
}

/** The document that is stored with a layout: usual values filled in, old filters of charts that are gone left out. */
export function metadataFor(given: StoredDocument, charts: readonly number[]): StoredDocument {
  const known = new Set(charts.map(String));
  const { filter_scopes, default_filters } = given;
  return {
    ...USUAL,
    ...given,
    ...(isJsonObject(filter_scopes) && { filter_scopes: keyed(filter_scopes, known) }),
    ...(typeof default_filters === 'string' && {
      default_filters: JSON.stringify(keyed(objectIn(default_filters), known)),
    }),
  };
}

function keyed(document: StoredDocument, keys: ReadonlySet<string>): StoredDocument {
  return Object.fromEntries(Object.entries(document).filter(([key]) => keys.has(key)));
}

/** The object that a text holds; an empty one when it holds none. */
function objectIn(text: string): StoredDocument {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    // Defaults of an old dashboard that cannot be read select nothing.
    return {};
  }
}

/** Members that are lists of chart ids, wherever they stand. */
const ID_LISTS = new Set(['chartsInScope', 'excluded', 'timed_refresh_immune_slices', 'immune']);
/** Members whose keys are chart ids. */
const ID_KEYS = new Set(['chart_configuration', 'drill_paths', 'expanded_slices', 'filter_scopes']);

/** The id that a chart has after a change; undefined for one that is no longer there. */
export type NewId = (id: number) => number | undefined;

/** A document with every chart id exchanged, wherever settings name charts; what is said of charts that are gone goes. */
export function withChartIds(document: StoredDocument, idOf: NewId): StoredDocument {
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, moved(value, name, idOf)]),
  );
}

function moved(value: unknown, name: string, idOf: NewId): unknown {
  if (Array.isArray(value)) {
    if (ID_LISTS.has(name)) return value.flatMap((id) => (typeof id === 'number' ? (idOf(id) ?? []) : [id]));
    if (name === 'selectedLayers') return value.flatMap((layer) => layerOf(layer, idOf));
    return value.map((each) => moved(each, '', idOf));
  }
  if (typeof value === 'string' && name === 'default_filters')
    return JSON.stringify(movedKeys(objectIn(value), idOf));
  if (!isJsonObject(value)) return value;
  return ID_KEYS.has(name) ? movedKeys(value, idOf) : withChartIds(value, idOf);
}

/** A mapping whose keys are chart ids; what stands below may tell the id once more. */
function movedKeys(value: StoredDocument, idOf: NewId): StoredDocument {
  const entries = Object.entries(value).flatMap(([key, below]): [string, unknown][] => {
    const inside = moved(below, '', idOf);
    if (!/^\d+$/.test(key)) return [[key, inside]];
    const id = idOf(Number(key));
    if (id === undefined) return [];
    return [[String(id), isJsonObject(inside) && typeof inside.id === 'number' ? { ...inside, id } : inside]];
  });
  return Object.fromEntries(entries);
}

/** A layer of a chart by the chart's new id. */
function layerOf(layer: unknown, idOf: NewId): unknown[] {
  const [, chart, rest] = typeof layer === 'string' ? (/^chart-(\d+)(-layer-.*)$/.exec(layer) ?? []) : [];
  if (chart === undefined) return [layer];
  const id = idOf(Number(chart));
  return id === undefined ? [] : [`chart-${id}${rest}`];
}

/** Ids of the datasets that the native filters of a dashboard ask. */
export function filterDatasets({ native_filter_configuration: filters }: DashboardMetadata): number[] {
  return (filters ?? []).flatMap(targetsOf);
}

/** Uuids of the datasets that the native filters ask, as bundles name them. */
export function filterDatasetUuids({ native_filter_configuration: filters }: DashboardMetadata): string[] {
  return (filters ?? []).flatMap(({ targets }) =>
    (targets ?? []).flatMap(({ datasetUuid }) => (datasetUuid === undefined ? [] : [datasetUuid])),
  );
}

/** A filter as it is stored, told by its id. */
type StoredFilter = StoredDocument & { readonly id: string };

/**
 * The native filters after a change: removed, replaced or added, then in the wanted order (contract/api.md §2.4). Earlier ones
 * that an order leaves out go; new ones that it leaves out come last.
 */
export function changedFilters(
  present: unknown,
  change: { deleted: readonly string[]; modified: readonly StoredFilter[]; reordered: readonly string[] },
): StoredFilter[] {
  const filters = (Array.isArray(present) ? present.filter(isFilter) : []).filter(
    (filter) => !change.deleted.includes(filter.id),
  );
  const known = new Set(filters.map(({ id }) => id));
  for (const filter of change.modified) {
    const place = filters.findIndex((each) => each.id === filter.id);
    if (place < 0) filters.push(filter);
    else filters[place] = filter;
  }
  if (change.reordered.length === 0) return filters;
  const added = change.modified.map(({ id }) => id).filter((id) => !known.has(id));
  const order = [...new Set([...change.reordered, ...added])];
  return order.flatMap((id) => filters.filter((filter) => filter.id === id));
}

function isFilter(value: unknown): value is StoredFilter {
  return isJsonObject(value) && typeof value.id === 'string';
}
