import { isDeepEqual, isJsonObject } from '../../json.ts';
import type { StoredDocument } from '../../stored.ts';
import type { Layout } from '../layout.ts';
import type { Board, BoardFields } from './board.ts';
import { componentName, filterName, settingName } from './board-words.ts';
import { lostIn, mergeLayouts } from './merge-layouts.ts';
import { merged, mergedOrder, type Side, without } from './three-way.ts';

/** A thing that two people have changed, each in another way. */
export interface BoardConflict {
  /** By what it is chosen whose state is taken. */
  key: string;
  kind: 'component' | 'filter' | 'setting' | 'layout';
  /** As people know it. */
  name: string;
  /** What it is in each edit; undefined where it was taken away. */
  mine: unknown;
  theirs: unknown;
}

/** Two edits of a board, and what it was before both. */
export interface BoardEdits {
  base: Board;
  mine: Board;
  theirs: Board;
}

/**
 * One board of two edits of it: component by component, filter by filter, setting by setting. What both have changed
 * differently is told, and is as `choices` say by the key of the conflict, else as mine.
 */
export function mergeBoards(
  edits: BoardEdits,
  choices: ReadonlyMap<string, Side> = new Map(),
): { board: Board; conflicts: BoardConflict[] } {
  const conflicts = new Map<string, BoardConflict>();
  const ask: Ask = (conflict) => {
    conflicts.set(conflict.key, conflict);
    return choices.get(conflict.key) ?? 'mine';
  };
  const board = {
    fields: mergedFields(edits, ask),
    settings: mergedSettings(edits, ask),
    layout: mergedLayout(edits, ask),
  };
  return { board, conflicts: [...conflicts.values()] };
}

type Ask = (conflict: BoardConflict) => Side;

/** Whose state is taken of what both may have changed. */
function taken<Value>(
  edits: Record<'base' | 'mine' | 'theirs', Value | undefined>,
  isSame: (one: Value | undefined, other: Value | undefined) => boolean,
  conflict: () => Omit<BoardConflict, 'mine' | 'theirs'> | undefined,
  ask: Ask,
): Value | undefined {
  const { value, isConflict } = merged(edits, isSame);
  const asked = isConflict ? conflict() : undefined;
  if (!asked) return value;
  return edits[ask({ ...asked, mine: edits.mine, theirs: edits.theirs })];
}

function mergedFields({ base, mine, theirs }: BoardEdits, ask: Ask): BoardFields {
  const field = <Name extends keyof BoardFields>(name: Name): BoardFields[Name] => {
    const edits = { base: base.fields[name], mine: mine.fields[name], theirs: theirs.fields[name] };
    const side = merged(edits);
    if (!side.isConflict) return isDeepEqual(edits.base, edits.mine) ? edits.theirs : edits.mine;
    const key = `field:${name}`;
    return edits[
      ask({ key, kind: 'setting', name: settingName(name), mine: edits.mine, theirs: edits.theirs })
    ];
  };
  return {
    dashboard_title: field('dashboard_title'),
    css: field('css'),
    theme_id: field('theme_id'),
    certified_by: field('certified_by'),
    certification_details: field('certification_details'),
    published: field('published'),
  };
}

const FILTERS = 'native_filter_configuration';
/** What is worked out anew from the rest whenever a dashboard is opened or saved: nobody chooses it. */
const DERIVED: ReadonlySet<string> = new Set(['chartsInScope', 'tabsInScope']);
const DERIVED_SETTINGS: ReadonlySet<string> = new Set([
  'color_scheme_domain',
  'map_label_colors',
  'shared_label_colors',
]);

const isSameChoice = (one: unknown, other: unknown) =>
  isDeepEqual(without(one, DERIVED), without(other, DERIVED));

function mergedSettings({ base, mine, theirs }: BoardEdits, ask: Ask): StoredDocument {
  const names = new Set([base, mine, theirs].flatMap(({ settings }) => Object.keys(settings)));
  names.delete(FILTERS);
  const entries = [...names].flatMap((name): [string, unknown][] => {
    const edits = { base: base.settings[name], mine: mine.settings[name], theirs: theirs.settings[name] };
    const value = mergedSetting(name, edits, ask);
    return value === undefined ? [] : [[name, value]];
  });
  const filters = mergedFilters({ base, mine, theirs }, ask);
  return { ...Object.fromEntries(entries), ...(filters && { [FILTERS]: filters }) };
}

type SettingEdits = Record<'base' | 'mine' | 'theirs', unknown>;

/** A setting; one that is a mapping, as the colours of labels, is merged member by member. */
function mergedSetting(name: string, edits: SettingEdits, ask: Ask): unknown {
  const { base, mine, theirs } = edits;
  if (isJsonObject(mine) && isJsonObject(theirs) && !DERIVED_SETTINGS.has(name)) {
    const before: StoredDocument = isJsonObject(base) ? base : {};
    const members = new Set([...Object.keys(before), ...Object.keys(mine), ...Object.keys(theirs)]);
    const entries = [...members].flatMap((member): [string, unknown][] => {
      const value = taken(
        { base: before[member], mine: mine[member], theirs: theirs[member] },
        isSameChoice,
        () => {
          const key = `setting:${name}:${member}`;
          return { key, kind: 'setting', name: `${settingName(name)}: ${member}` };
        },
        DERIVED.has(member) ? () => 'mine' : ask,
      );
      return value === undefined ? [] : [[member, value]];
    });
    return Object.fromEntries(entries);
  }
  const conflict = () =>
    DERIVED_SETTINGS.has(name)
      ? undefined
      : ({ key: `setting:${name}`, kind: 'setting', name: settingName(name) } as const);
  return taken(edits, isSameChoice, conflict, ask);
}

type Filter = StoredDocument & { readonly id: string };

function filtersIn({ settings }: Board): Filter[] {
  const filters = settings[FILTERS];
  return Array.isArray(filters) ? filters.filter(isFilter) : [];
}

function isFilter(value: unknown): value is Filter {
  return isJsonObject(value) && typeof value.id === 'string';
}

function mergedFilters(edits: BoardEdits, ask: Ask): Filter[] | undefined {
  const lists = { base: filtersIn(edits.base), mine: filtersIn(edits.mine), theirs: filtersIn(edits.theirs) };
  const byId = (list: readonly Filter[]) => new Map(list.map((filter) => [filter.id, filter]));
  const known = { base: byId(lists.base), mine: byId(lists.mine), theirs: byId(lists.theirs) };
  const ids = new Set([...known.base.keys(), ...known.mine.keys(), ...known.theirs.keys()]);
  const left = new Map<string, Filter>();
  for (const id of ids) {
    const of = { base: known.base.get(id), mine: known.mine.get(id), theirs: known.theirs.get(id) };
    const name = filterName(of.mine ?? of.theirs ?? {});
    const filter = taken(of, isSameChoice, () => ({ key: `filter:${id}`, kind: 'filter', name }), ask);
    if (filter) left.set(id, filter);
  }
  const isAnywhere = [edits.base, edits.mine, edits.theirs].some(({ settings }) => FILTERS in settings);
  if (!isAnywhere) return undefined;
  const orders = {
    base: lists.base.map(({ id }) => id),
    mine: lists.mine.map(({ id }) => id),
    theirs: lists.theirs.map(({ id }) => id),
  };
  return mergedOrder(orders, new Set(left.keys())).flatMap((id) => left.get(id) ?? []);
}

function mergedLayout({ base, mine, theirs }: BoardEdits, ask: Ask): Layout {
  const edits = { base: base.layout, mine: mine.layout, theirs: theirs.layout };
  const layout = mergeLayouts(edits, (id, ofMine, ofTheirs) => {
    const item = ofMine ?? ofTheirs ?? base.layout[id];
    const name = item ? componentName(item) : id;
    return ask({ key: `component:${id}`, kind: 'component', name, mine: ofMine, theirs: ofTheirs });
  });
  if (lostIn(layout, edits).length === 0) return layout;
  // Each has put the one into the other: the boards do not go together, and one of them stands.
  const whole = { key: 'layout', kind: 'layout', name: 'Layout', mine: mine.layout, theirs: theirs.layout };
  return edits[ask({ ...whole, kind: 'layout' })];
}
