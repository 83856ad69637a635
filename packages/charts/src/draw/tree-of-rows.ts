import { type ChartDataResult, type ColumnRef, columnLabel, type DataRow } from '@chartroom/model';
import type { CrossFilter, DataPoint, DrawInput } from '../chart-type.ts';
import { membersOf } from '../question/read-form.ts';
import { crossFilterOf, selectionOpacity } from './cross-filter.ts';
import { drillFilters } from './data-point.ts';
import { largestOf } from './note.ts';
import { amountOf, columnTypes, dimensionText } from './row-names.ts';
import { sum } from './statistics.ts';

/** A node of the tree that the dimensions of an answer make, the first dimension outermost. */
export interface TreeNode {
  /** How its own value reads. */
  name: string;
  /** Names from the outermost node to this one. */
  names: readonly string[];
  /** Values of the dimensions from the outermost to its own. */
  values: readonly unknown[];
  /** Tells it from all other nodes, also from those of its name. */
  key: string;
  /** Sum of the metric over its rows. */
  value: number;
  /** Sum of the second metric over its rows; the one of the first when there is no second. */
  secondary: number;
  children: readonly TreeNode[];
}

export interface TreeRequest {
  dimensions: readonly ColumnRef[];
  /** Columns of the answer. */
  metric: string;
  secondary?: string | undefined;
  timeFormat?: string | undefined;
  /** Name of the only node when there are no dimensions. */
  whole: string;
}

/** The outermost nodes of an answer: whole numbers (years, hours) in their order, all else as it comes. */
export function treeOfRows(
  result: Pick<ChartDataResult, 'data' | 'colnames' | 'coltypes'> | undefined,
  request: TreeRequest,
): TreeNode[] {
  if (result === undefined || result.data.length === 0) return [];
  const { dimensions, metric, secondary = metric, timeFormat, whole } = request;
  const types = columnTypes(result);
  const columns = dimensions.map(columnLabel);
  const total = (rows: readonly DataRow[], column: string) =>
    sum(rows.map((row) => amountOf(row[column]) ?? 0));
  const node = (
    rows: readonly DataRow[],
    names: readonly string[],
    values: readonly unknown[],
  ): TreeNode => ({
    name: names.at(-1) ?? whole,
    names,
    values,
    key: JSON.stringify(values),
    value: total(rows, metric),
    secondary: total(rows, secondary),
    children: nodesIn(rows, names, values),
  });
  const nodesIn = (
    rows: readonly DataRow[],
    names: readonly string[],
    values: readonly unknown[],
  ): TreeNode[] => {
    const column = columns[values.length];
    if (column === undefined) return [];
    return groupsOf(rows, column).map(({ value, members }) =>
      node(members, [...names, dimensionText(value, types.get(column), timeFormat)], [...values, value]),
    );
  };
  return columns.length === 0 ? [node(result.data, [whole], [])] : nodesIn(result.data, [], []);
}

interface Group {
  value: unknown;
  members: DataRow[];
}

function groupsOf(rows: readonly DataRow[], column: string): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const value = row[column] ?? null;
    const key = JSON.stringify(value);
    const group = groups.get(key);
    if (group) group.members.push(row);
    else groups.set(key, { value, members: [row] });
  }
  return [...groups.values()].toSorted((a, b) => rankOf(a.value) - rankOf(b.value));
}

const WHOLE = /^(0|[1-9]\d{0,9})$/;
/** Larger ones are moments rather than numbers to count by. */
const LAST_RANK = 2 ** 32 - 1;

function rankOf(value: unknown): number {
  return WHOLE.test(String(value)) ? Math.min(Number(value), LAST_RANK) : LAST_RANK;
}

/** Finds the node of an item of a drawing, whose `id` is the key of the node. */
export function nodeFinder(nodes: readonly TreeNode[]): (item: unknown) => TreeNode | undefined {
  const byKey = new Map<string, TreeNode>();
  const note = (node: TreeNode) => {
    byKey.set(node.key, node);
    node.children.forEach(note);
  };
  nodes.forEach(note);
  return (item) => byKey.get(String(membersOf(item).id));
}

/** What is written on a node: its name, its value or both. */
export function nodeLabel(type: unknown, name: string, value: string): string {
  if (type === 'value') return value;
  return type === 'key_value' ? `${name}: ${value}` : name;
}

/** A part of a whole; nothing is no part of nothing. */
export function shareOf(value: number, whole: number): number {
  return whole === 0 ? 0 : value / whole;
}

/** How strongly a node is drawn while nodes are selected: what they lie in and what lies in them stays. */
export function nodeOpacity(node: Pick<TreeNode, 'key'>, selected: readonly string[] | undefined): number {
  const isNear = selected?.some((key) => isWithin(key, node.key) || isWithin(node.key, key));
  return isNear ? 1 : selectionOpacity(node.key, selected);
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer.slice(0, -1)},`);
}

/** The filter of a node: its own value and those of all nodes that it lies in. */
export function nodeFilter(
  dimensions: readonly ColumnRef[],
  node: TreeNode | undefined,
): CrossFilter | undefined {
  if (!node) return undefined;
  const columns = dimensions.map(columnLabel).slice(0, node.values.length);
  const filter = crossFilterOf(columns, node.values, node.key);
  return filter && { ...filter, label: node.names.join(', ') };
}

/**
 * What a node stands for.
 *
 * @param field of the form data with the dimensions
 */
export function nodePoint(
  { form, results }: Pick<DrawInput, 'form' | 'results'>,
  dimensions: readonly ColumnRef[],
  field: string,
  node: TreeNode | undefined,
): DataPoint | undefined {
  if (!node) return undefined;
  const columns = dimensions.map(columnLabel).slice(0, node.values.length);
  const filters = drillFilters(
    form,
    results[0],
    columns.map((column, index) => [column, node.values[index]] as const),
  );
  return { crossFilter: nodeFilter(dimensions, node), detail: filters, drillBy: { field, filters } };
}

/** Nodes that are drawn, and how many ends their trees have: those drawn, and all. */
export interface LargestNodes {
  nodes: readonly TreeNode[];
  drawn: number;
  all: number;
}

/** Of trees with very many ends the largest ends, and the nodes that they lie in; these keep their amounts. */
export function largestNodes(nodes: readonly TreeNode[], most: number): LargestNodes {
  const all = nodes.flatMap(leavesOf);
  const drawn = largestOf(all, ({ value }) => value, most);
  if (drawn.length === all.length) return { nodes, drawn: all.length, all: all.length };
  const kept = new Set(drawn);
  return { nodes: nodes.flatMap((node) => keptOf(node, kept)), drawn: drawn.length, all: all.length };
}

function leavesOf(node: TreeNode): TreeNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

function keptOf(node: TreeNode, kept: ReadonlySet<TreeNode>): TreeNode[] {
  if (node.children.length === 0) return kept.has(node) ? [node] : [];
  const children = node.children.flatMap((child) => keptOf(child, kept));
  return children.length === 0 ? [] : [{ ...node, children }];
}
