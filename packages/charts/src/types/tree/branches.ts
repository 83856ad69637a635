import { columnLabel, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { countOf } from '../../draw/note.ts';
import { columnTypes, dimensionText, finiteOf, NULL_TEXT } from '../../draw/row-names.ts';
import { columnsOf, metricsOf } from '../../question/read-form.ts';

/** Levels below which a tree is not drawn: nobody follows a branch further. */
const MOST_LEVELS = 200;

/** A node and what belongs to it. */
export interface Branch {
  /** Tells it from the others, also from those of its name. */
  key: string;
  name: string;
  /** Names from the root to it. */
  path: readonly string[];
  /** Null without a metric, and where the answer has no number. */
  amount: number | null;
  children: readonly Branch[];
}

export interface TreeData {
  root: Branch | undefined;
  /** Nodes that are drawn, by key. */
  branches: ReadonlyMap<string, Branch>;
  /** What is not drawn. */
  notes: readonly string[];
}

/** A row of the answer. */
interface Twig {
  key: string;
  id: string;
  parent: string;
  name: string;
  amount: number | null;
}

/** The tree of an answer from its root: the one that is asked for, else the one below which most nodes are. */
export function treeData(input: DrawInput): TreeData {
  const twigs = twigsOf(input);
  const children = childrenOf(twigs);
  const wanted = String(input.form.root_node_id ?? '').trim();
  const root = wanted === '' ? widestRoot(twigs, children) : rootOf(wanted, twigs);
  const branches = new Map<string, Branch>();
  if (root === undefined) {
    const isMissing = wanted !== '' && twigs.length > 0;
    return { root, branches, notes: isMissing ? [`There is no node with the id ${wanted}`] : [] };
  }
  const grown = grow(root, children, branches, []);
  const missing = wanted === '' ? twigs.filter(({ key }) => !branches.has(key)).length : 0;
  return { root: grown, branches, notes: missing > 0 ? [missingNote(missing, grown.name)] : [] };
}

function missingNote(missing: number, root: string): string {
  const [belongs, stands] = missing === 1 ? ['does', 'stands'] : ['do', 'stand'];
  const far = `or ${stands} more than ${MOST_LEVELS} levels below it`;
  return `Not drawn: ${countOf(missing, 'node')} that ${belongs} not belong to ${root} ${far}`;
}

function twigsOf({ form, results }: DrawInput): Twig[] {
  const [result] = results;
  const [id] = columnsOf(form.id).map(columnLabel);
  const [parent] = columnsOf(form.parent).map(columnLabel);
  if (!result || id === undefined || parent === undefined) return [];
  const [name = id] = columnsOf(form.name).map(columnLabel);
  const [metric] = metricsOf(form.metric).map(metricLabel);
  const types = columnTypes(result);
  return result.data.map((row, index) => ({
    key: String(index),
    id: dimensionText(row[id], undefined),
    parent: dimensionText(row[parent], undefined),
    name: dimensionText(row[name], types.get(name)),
    amount: metric === undefined ? null : finiteOf(row[metric]),
  }));
}

/** The nodes below each id. Whoever is his own parent has none. */
function childrenOf(twigs: readonly Twig[]): ReadonlyMap<string, Twig[]> {
  return Map.groupBy(
    twigs.filter(({ id, parent }) => id !== parent),
    ({ parent }) => parent,
  );
}

/** The node of an id; one that is known as a parent only is called by its id. */
function rootOf(id: string, twigs: readonly Twig[]): Twig | undefined {
  const own = twigs.find((twig) => twig.id === id);
  if (own) return own;
  const isParent = twigs.some((twig) => twig.parent === id);
  const name = id === NULL_TEXT ? '' : id;
  return isParent ? { key: JSON.stringify(id), id, parent: '', name, amount: null } : undefined;
}

/**
 * Of the nodes that stand alone below a parent that is no node itself, the one with most nodes below it; where all of
 * them have siblings, what they have in common. Where ways lead round in circles, the first node is as good as any.
 */
function widestRoot(twigs: readonly Twig[], children: ReadonlyMap<string, Twig[]>): Twig | undefined {
  const ids = new Set(twigs.map(({ id }) => id));
  const tops = twigs.filter(({ id, parent }) => id === parent || !ids.has(parent));
  const alone = tops.filter(({ id, parent }) => id === parent || children.get(parent)?.length === 1);
  const parents = [...new Set(tops.map(({ parent }) => parent))];
  const candidates = alone.length === 0 ? parents.map((parent) => rootOf(parent, twigs)) : alone;
  let widest: { root: Twig | undefined; size: number } = { root: twigs[0], size: 0 };
  for (const root of candidates) {
    const size = root === undefined ? 0 : sizeBelow(root, children);
    if (size > widest.size) widest = { root, size };
  }
  return widest.root;
}

function sizeBelow(root: Twig, children: ReadonlyMap<string, Twig[]>): number {
  const seen = new Set([root.id]);
  let size = 1;
  for (const id of seen) {
    for (const child of children.get(id) ?? []) {
      size += 1;
      seen.add(child.id);
    }
  }
  return size;
}

/** The branch of a node; none is drawn twice, and of two with one id the first has the children. */
function grow(
  twig: Twig,
  children: ReadonlyMap<string, Twig[]>,
  branches: Map<string, Branch>,
  above: readonly string[],
  taken = new Set<string>(),
): Branch {
  const path = [...above, twig.name];
  const isFirst = !taken.has(twig.id);
  taken.add(twig.id);
  const below = isFirst && path.length < MOST_LEVELS ? (children.get(twig.id) ?? []) : [];
  branches.set(twig.key, { ...twig, path, children: [] });
  const branch: Branch = {
    key: twig.key,
    name: twig.name,
    path,
    amount: twig.amount,
    children: below
      .filter((child) => !branches.has(child.key))
      .map((child) => grow(child, children, branches, path, taken)),
  };
  branches.set(twig.key, branch);
  return branch;
}
