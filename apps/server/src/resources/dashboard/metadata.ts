import { isJsonObject, type JsonObject, type JsonValue } from '@chartroom/model';
import { storedObject } from '../../records/stored-json.ts';

/** What a dashboard's `json_metadata` says when nothing else was said (contract/api.md §2.4). */
const USUAL: JsonObject = {
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

/** Reads a stored or given document; an empty text is an empty document. */
export function readMetadata(text: string | null | undefined): JsonObject {
  return storedObject(text);
}

/** Takes the layout out of a given document: `positions` is stored apart, `show_native_filters` not at all. */
export function splitMetadata(text: string): { metadata: JsonObject; positions: JsonObject | undefined } {
  const { positions, show_native_filters: _, ...metadata } = readMetadata(text);
  return { metadata, positions: isJsonObject(positions) ? positions : undefined };
}

/** The document that is stored with a layout: usual values filled in, filters of charts that are gone left out. */
export function metadataFor(metadata: JsonObject, charts: readonly number[]): JsonObject {
  const known = new Set(charts.map(String));
  const kept: JsonObject = { ...USUAL, ...metadata };
  if (isJsonObject(metadata.filter_scopes))
    kept.filter_scopes = keyed(metadata.filter_scopes, (id) => known.has(id));
  if (typeof metadata.default_filters === 'string')
    kept.default_filters = keptDefaults(metadata.default_filters, known);
  return kept;
}

function keptDefaults(text: string, known: ReadonlySet<string>): string {
  return JSON.stringify(keyed(storedObject(text), (id) => known.has(id)));
}

function keyed(document: JsonObject, keep: (key: string) => boolean): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(document).flatMap(([key, value]) =>
      keep(key) && value !== undefined ? [[key, value]] : [],
    ),
  );
}

/** Members that are lists of chart ids, wherever they stand. */
const ID_LISTS = new Set(['chartsInScope', 'excluded', 'timed_refresh_immune_slices', 'immune']);
/** Members whose keys are chart ids. */
const ID_KEYS = new Set(['chart_configuration', 'expanded_slices', 'filter_scopes']);

/** The document of a copy whose charts are copies too: every chart id exchanged. */
export function withChartIds(metadata: JsonObject, ids: ReadonlyMap<number, number>): JsonObject {
  const other = (value: JsonValue): JsonValue =>
    typeof value === 'number' ? (ids.get(value) ?? value) : value;
  const walk = (value: JsonValue | undefined, name: string): JsonValue => {
    if (Array.isArray(value))
      return ID_LISTS.has(name) ? value.map(other) : value.map((each) => walk(each, ''));
    if (!isJsonObject(value)) return value ?? null;
    const entries = Object.entries(value).map(([key, below]): [string, JsonValue] => {
      if (!ID_KEYS.has(name)) return [key, walk(below, key)];
      const moved = walk(below, '');
      return [
        String(ids.get(Number(key)) ?? key),
        isJsonObject(moved) && typeof moved.id === 'number' ? { ...moved, id: other(moved.id) } : moved,
      ];
    });
    return Object.fromEntries(entries);
  };
  return Object.fromEntries(Object.entries(metadata).map(([key, below]) => [key, walk(below, key)]));
}

/**
 * The native filters after a change: removed, replaced or added, then in the wanted order (contract/api.md §2.4). Earlier ones
 * that an order leaves out go; new ones that it leaves out come last.
 */
export function changedFilters(
  present: unknown,
  change: { deleted: string[]; modified: ({ id: string } & Record<string, unknown>)[]; reordered: string[] },
): Record<string, unknown>[] {
  const filters: Record<string, unknown>[] = (
    Array.isArray(present) ? present.filter(isJsonObject) : []
  ).filter((filter) => !change.deleted.includes(String(filter.id)));
  const known = new Set(filters.map(({ id }) => id));
  for (const filter of change.modified) {
    const place = filters.findIndex((each) => each.id === filter.id);
    if (place < 0) filters.push(filter);
    else filters[place] = filter;
  }
  if (change.reordered.length === 0) return filters;
  const order = [
    ...new Set([...change.reordered, ...change.modified.map(({ id }) => id).filter((id) => !known.has(id))]),
  ];
  return order.flatMap((id) => filters.filter((filter) => filter.id === id));
}
