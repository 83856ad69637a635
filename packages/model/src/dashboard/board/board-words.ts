import { isDeepEqual, isJsonObject } from '../../json.ts';
import type { StoredDocument } from '../../stored.ts';
import { type Layout, type LayoutItem, ROOT_ID } from '../layout.ts';
import type { ComponentType } from '../nesting.ts';
import type { Board, BoardFields } from './board.ts';
import { placedBy, without } from './three-way.ts';

/** What differs between two versions of a board, in words. */

/** What happened to a component, a filter or a setting. */
export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'resized' | 'renamed';

/** One thing that differs. */
export interface BoardChange {
  kind: ChangeKind;
  what: 'component' | 'filter' | 'setting';
  /** Id of a component or a filter, name of a setting. */
  id: string;
  /** As people know it. */
  name: string;
}

const TYPE_NAMES: Readonly<Record<ComponentType, string>> = {
  ROOT: 'dashboard',
  GRID: 'grid',
  TABS: 'tabs',
  TAB: 'tab',
  ROW: 'row',
  COLUMN: 'column',
  CHART: 'chart',
  MARKDOWN: 'text',
  HEADER: 'header',
  DIVIDER: 'divider',
  DYNAMIC: 'component',
};

/** A component as people know it: ‘chart “Sales”’. */
export function componentName(item: LayoutItem): string {
  const text = wordsOf(item);
  return text ? `${TYPE_NAMES[item.type]} “${text}”` : TYPE_NAMES[item.type];
}

function wordsOf({ type, meta }: LayoutItem): string {
  if (type === 'CHART') return firstText(meta.sliceNameOverride, meta.sliceName);
  if (type === 'TAB') return firstText(meta.text, meta.defaultText);
  if (type === 'HEADER') return firstText(meta.text);
  return '';
}

function firstText(...texts: unknown[]): string {
  const found = texts.find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof found === 'string' ? found.trim() : '';
}

/** A native filter, or a line between filters, as people know it. */
export function filterName(filter: StoredDocument): string {
  return `filter “${firstText(filter.name, filter.title) || '[untitled]'}”`;
}

const SETTING_NAMES: Readonly<Record<string, string>> = {
  dashboard_title: 'title',
  css: 'CSS',
  theme_id: 'theme',
  certified_by: 'certification',
  certification_details: 'certification',
  published: 'publication',
  color_scheme: 'colours',
  color_namespace: 'colours',
  label_colors: 'colours',
  refresh_frequency: 'auto-refresh',
  timed_refresh_immune_slices: 'auto-refresh',
  stagger_refresh: 'auto-refresh',
  stagger_time: 'auto-refresh',
  chart_configuration: 'cross-filter scoping',
  global_chart_configuration: 'cross-filter scoping',
  cross_filters_enabled: 'cross-filtering',
  filter_bar_orientation: 'orientation of the filter bar',
  expanded_slices: 'open descriptions',
};

/** A setting as people know it. */
export function settingName(name: string): string {
  return SETTING_NAMES[name] ?? name;
}

const FILTERS = 'native_filter_configuration';
/** Settings that nobody chooses: they follow from others. */
const FOLLOWING: ReadonlySet<string> = new Set([
  FILTERS,
  'color_scheme_domain',
  'map_label_colors',
  'shared_label_colors',
  'default_filters',
  'positions',
]);
const UNSAID: ReadonlySet<string> = new Set(['chartsInScope', 'tabsInScope', 'sliceName', 'uuid']);

const isSame = (one: unknown, other: unknown) => isDeepEqual(without(one, UNSAID), without(other, UNSAID));

/** What differs between two versions of a board: its settings, its filters, its components in reading order. */
export function boardChanges(before: Board, after: Board): BoardChange[] {
  return [
    ...fieldChanges(before.fields, after.fields),
    ...settingChanges(before.settings, after.settings),
    ...filterChangesOf(before.settings, after.settings),
    ...componentChanges(before.layout, after.layout),
  ];
}

function fieldChanges(before: BoardFields, after: BoardFields): BoardChange[] {
  const setting = (id: string, name: string, kind: ChangeKind = 'changed'): BoardChange => ({
    kind,
    what: 'setting',
    id,
    name,
  });
  return [
    ...(before.dashboard_title === after.dashboard_title
      ? []
      : [setting('dashboard_title', after.dashboard_title ?? '', 'renamed')]),
    ...(before.published === after.published
      ? []
      : [setting('published', after.published ? 'published' : 'made a draft')]),
    ...(['css', 'theme_id', 'certified_by', 'certification_details'] as const).flatMap((name) =>
      isNothing(before[name]) === isNothing(after[name]) && (before[name] ?? '') === (after[name] ?? '')
        ? []
        : [setting(name, settingName(name))],
    ),
  ];
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function settingChanges(before: StoredDocument, after: StoredDocument): BoardChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((id): BoardChange[] =>
    FOLLOWING.has(id) || isSame(said(id, before), said(id, after))
      ? []
      : [{ kind: 'changed', what: 'setting', id, name: settingName(id) }],
  );
}

/** What settings are when nothing is said of them. */
const USUAL: StoredDocument = { cross_filters_enabled: true, filter_bar_orientation: 'VERTICAL' };

/** A setting, of which nothing and what is usual are the same. */
function said(id: string, settings: StoredDocument): unknown {
  const value = settings[id] ?? USUAL[id];
  if (value === undefined || value === '' || value === false || value === 0) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value;
  return isJsonObject(value) && Object.keys(value).length === 0 ? null : value;
}

function filtersOf(settings: StoredDocument): Map<string, StoredDocument> {
  const list = settings[FILTERS];
  const filters = Array.isArray(list) ? list.filter(isJsonObject) : [];
  return new Map(filters.map((filter) => [String(filter.id), filter]));
}

function filterChangesOf(before: StoredDocument, after: StoredDocument): BoardChange[] {
  const [old, now] = [filtersOf(before), filtersOf(after)];
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((id): BoardChange[] => {
    const [was, is] = [old.get(id), now.get(id)];
    const change = (kind: ChangeKind, filter: StoredDocument): BoardChange[] => [
      { kind, what: 'filter', id, name: filterName(filter) },
    ];
    if (!was) return is ? change('added', is) : [];
    if (!is) return change('removed', was);
    return isSame(was, is) ? [] : change('changed', is);
  });
  const common = (filters: Map<string, StoredDocument>) =>
    [...filters.keys()].filter((id) => old.has(id) && now.has(id));
  if (isDeepEqual(common(old), common(now))) return changes;
  return [...changes, { kind: 'moved', what: 'filter', id: FILTERS, name: 'filters' }];
}

/** Members of a component that say how large it is. */
const SIZES: ReadonlySet<string> = new Set(['width', 'height']);
/** Components that nobody looks at themselves: they come and go with what they hold. */
const HOLDERS = new Set<ComponentType>(['ROOT', 'GRID', 'ROW']);

function componentChanges(before: Layout, after: Layout): BoardChange[] {
  const [shownBefore, shownAfter] = [shownIn(before), shownIn(after)];
  const order = new Set([...shownAfter, ...shownBefore]);
  const moved = movedIn(before, after);
  return [...order].flatMap((id): BoardChange[] => {
    const was = shownBefore.has(id) ? before[id] : undefined;
    const is = shownAfter.has(id) ? after[id] : undefined;
    const item = is ?? was;
    if (!item || HOLDERS.has(item.type)) return [];
    const change = (kind: ChangeKind): BoardChange[] => [
      { kind, what: 'component', id, name: componentName(item) },
    ];
    if (!was) return change('added');
    if (!is) return change('removed');
    const isOther = !isSame(without(was.meta, SIZES), without(is.meta, SIZES));
    return [
      ...(isOther ? change('changed') : []),
      ...(isSame(was.meta, is.meta) || isOther ? [] : change('resized')),
      ...(moved.has(id) ? change('moved') : []),
    ];
  });
}

/** Ids of what a layout shows, in reading order. */
function shownIn(layout: Layout): Set<string> {
  const ids = new Set<string>();
  const visit = (id: string) => {
    const item = layout[id];
    if (!item || ids.has(id)) return;
    ids.add(id);
    for (const child of item.children) visit(child);
  };
  visit(ROOT_ID);
  return ids;
}

/** What stands elsewhere: in another component, or at another place among those that were there before. */
function movedIn(before: Layout, after: Layout): Set<string> {
  const parents = new Map(
    Object.values(before).flatMap(({ id, children }) => children.map((child) => [child, id] as const)),
  );
  const moved = new Set<string>();
  for (const { id, children } of Object.values(after)) {
    const kept = children.filter((child) => parents.get(child) === id);
    for (const child of children) if (before[child] && parents.get(child) !== id) moved.add(child);
    const old = (before[id]?.children ?? []).filter((child) => kept.includes(child));
    for (const child of placedBy(old, kept)) moved.add(child);
  }
  return moved;
}

/** How many names stand for a kind of change. */
const NAMED = 3;

/** One line that says what changed: ‘renamed to “Sales”; added chart “Routes”; changed filter “Region”’. */
export function changesInWords(changes: readonly BoardChange[]): string {
  const parts = changes.flatMap(({ kind, id, name }) => {
    if (kind === 'renamed') return [`renamed to “${name}”`];
    return id === 'published' ? [name] : [];
  });
  for (const kind of ['added', 'removed', 'changed', 'moved', 'resized'] as const) {
    const names = changes
      .filter((each) => each.kind === kind && each.id !== 'published')
      .map(({ name }) => name);
    const unique = [...new Set(names)];
    if (unique.length === 0) continue;
    const more = unique.length - NAMED;
    parts.push(`${kind} ${unique.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
  }
  return parts.length > 0 ? parts.join('; ') : 'saved without a change';
}
