import { isJsonObject, ownMember } from '../json.ts';
import type { StoredDocument } from '../stored.ts';
import { isWordIn, type NewName, namesInSql } from './dataset-names.ts';
import { labelParts } from './label-parts.ts';
import { type NameKind, type NameVisitor, visitLayers, visitNames } from './name-places.ts';

/** What is called otherwise in a dataset. */
export interface NewNames {
  names: readonly NewName[];
  /** Former names that both a column and a metric had: where form data do not tell which is meant, people have to. */
  shared: ReadonlySet<string>;
}

/** A document under new names. */
export interface Renamed {
  document: unknown;
  /** Former names that were found and exchanged. */
  renamed: string[];
  /** Former names that stand where only people can tell what is meant: in SQL, or for one of two. */
  byHand: string[];
}

/** Form data or a question of a chart of the dataset under new names; what is not known in them stays as it is. */
export function withNewNames(document: unknown, { names, shared }: NewNames): Renamed {
  const derived = derivedLabels(document, names);
  const visitor = renaming({ names: [...names, ...derived], shared });
  const visited = visitNames(document, visitor);
  const renamed = names.filter(({ from }) => visitor.renamed.has(from)).map(({ from }) => from);
  return {
    document: isJsonObject(visited) ? withColors(visited, [...names, ...derived]) : visited,
    renamed: [...new Set(renamed)],
    byHand: [...visitor.byHand].filter((name) => names.some(({ from }) => from === name)),
  };
}

/** Form data or a question of any chart whose layers of annotations read charts of the dataset, under new names. */
export function withNewLayerNames(document: unknown, charts: ReadonlySet<number>, names: NewNames): Renamed {
  const visitor = renaming(names);
  const visited = visitLayers(document, charts, visitor);
  return { document: visited, renamed: [...visitor.renamed], byHand: [...visitor.byHand] };
}

/**
 * A document whose labels keep their colours under new names. The former ones stay coloured, too: a value of a column may
 * be called so.
 */
export function withColors(document: StoredDocument, names: readonly NewName[]): StoredDocument {
  const { label_colors: colors } = document;
  if (!isJsonObject(colors)) return document;
  const added = labelsOf(names).flatMap(([from, to]) => {
    const color = ownMember(colors, from);
    return color === undefined || Object.hasOwn(colors, to) ? [] : [[to, color] as const];
  });
  return added.length > 0
    ? { ...document, label_colors: { ...colors, ...Object.fromEntries(added) } }
    : document;
}

const AGGREGATES = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'];

/** Labels of series that are made of names, before and after. */
function labelsOf(names: readonly NewName[]): [string, string][] {
  return names.flatMap(({ kind, from, to }): [string, string][] =>
    kind === 'metric' ? [[from, to]] : AGGREGATES.map((each) => [`${each}(${from})`, `${each}(${to})`]),
  );
}

/** Labels that simple metrics have of themselves, as `AVG(delay)`: they follow the column. */
function derivedLabels(document: unknown, names: readonly NewName[]): NewName[] {
  const derived = new Map<string, NewName>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isJsonObject(value)) return;
    const { expressionType, hasCustomLabel, aggregate, column, label } = value;
    if (expressionType === 'SIMPLE' && hasCustomLabel !== true && isJsonObject(column)) {
      const name = names.find(({ kind, from }) => kind === 'column' && from === column.column_name);
      if (name && label === `${aggregate}(${name.from})`)
        derived.set(label, { kind: 'metric', from: label, to: `${aggregate}(${name.to})` });
    }
    Object.values(value).forEach(look);
  };
  look(document);
  return [...derived.values()];
}

/** Looks at names, and gives those that are called otherwise their new ones. */
function renaming({ names, shared }: NewNames): NameVisitor & { renamed: Set<string>; byHand: Set<string> } {
  const renamed = new Set<string>();
  const byHand = new Set<string>();
  const known = new Set(names.map(({ from }) => from));
  const nameFor = (from: string, kind: NameKind): NewName | undefined => {
    const all = names.filter((each) => each.from === from);
    if (!shared.has(from)) return all[0];
    if (kind === 'either') byHand.add(from);
    return all.find((each) => each.kind === kind);
  };
  return {
    renamed,
    byHand,
    name: (text, kind) => {
      const { before, name, after } = labelParts(text, (part) => known.has(part));
      const now = name === undefined ? undefined : nameFor(name, kind);
      if (!now) return undefined;
      renamed.add(now.from);
      return `${before}${now.to}${after}`;
    },
    written: (text, language) => {
      const found =
        language === 'sql' ? namesInSql(text, names) : [...known].filter((name) => isWordIn(text, name));
      for (const name of found) byHand.add(name);
    },
  };
}
