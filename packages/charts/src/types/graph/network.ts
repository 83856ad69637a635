import { type ColumnRef, columnLabel, type DataRow } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { type Link, linksOf } from '../../draw/links.ts';
import { countOf, largestNote, largestOf } from '../../draw/note.ts';
import { columnTypes, dimensionText } from '../../draw/row-names.ts';
import { columnsOf, metricsOf } from '../../question/read-form.ts';

/** More links than these, and more nodes, are a ball of wool, and take their layout seconds: the largest links are drawn. */
const MOST_LINKS = 1000;
const MOST_NODES = 300;

/** The end of a link at which a node was met first. */
type LinkEnd = 'source' | 'target';

export interface GraphNode {
  name: string;
  /** Sum of the links at it. */
  value: number;
  category?: string;
  /** Where it was met first: by this column a click filters. */
  end: LinkEnd;
  row: DataRow;
}

export interface GraphLink {
  /** Places of its nodes. */
  source: number;
  target: number;
  value: number;
  row: DataRow;
}

export interface Network {
  nodes: readonly GraphNode[];
  links: readonly GraphLink[];
  /** In order of appearance. */
  categories: readonly string[];
  /** What is not drawn. */
  notes: readonly string[];
}

/** The network of an answer. Links without an amount, and those of nothing, are left out. */
export function networkOf({ form, results }: DrawInput): Network {
  const [result] = results;
  const [source, target] = [columnsOf(form.source)[0], columnsOf(form.target)[0]];
  const all = linksOf(result, { source, target, metric: metricsOf(form.metric)[0] });
  const valued = all.filter((link) => link.amount);
  const shown = largestLinks(valued);
  const types = columnTypes(result ?? { colnames: [], coltypes: [] });
  const categoryIn = (row: DataRow, column: ColumnRef | undefined) => {
    const value = column === undefined ? undefined : row[columnLabel(column)];
    if (column === undefined || value === null || value === undefined || value === '') return undefined;
    return dimensionText(value, types.get(columnLabel(column)));
  };
  const [ofSource, ofTarget] = [columnsOf(form.source_category)[0], columnsOf(form.target_category)[0]];
  const places = new Map<string, number>();
  const nodes: GraphNode[] = [];
  const categories = new Set<string>();
  const meet = (link: Link, end: LinkEnd, category: string | undefined) => {
    const place = places.get(link[end]) ?? nodes.length;
    const node = nodes[place] ?? { name: link[end], value: 0, end, row: link.row };
    places.set(link[end], place);
    nodes[place] = {
      ...node,
      value: node.value + (link.amount ?? 0),
      ...(node.category === undefined && category !== undefined ? { category } : {}),
    };
    if (category !== undefined) categories.add(category);
    return place;
  };
  const links = shown.map((link): GraphLink => {
    const from = meet(link, 'source', categoryIn(link.row, ofSource));
    const to = meet(link, 'target', categoryIn(link.row, ofTarget));
    return { source: from, target: to, value: link.amount ?? 0, row: link.row };
  });
  const missing = all.length - valued.length;
  const notes = [
    ...(missing > 0 ? [`Not drawn: ${countOf(missing, 'link')} without an amount`] : []),
    ...largestNote(shown.length, valued.length, 'link'),
  ];
  return { nodes, links, categories: [...categories], notes };
}

/** The largest links, in their order, as long as there are not too many of them or of their nodes. */
function largestLinks(links: readonly Link[]): readonly Link[] {
  const names = new Set<string>();
  let fitting = 0;
  for (const { source, target } of links.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    names.add(source).add(target);
    if (names.size > MOST_NODES) break;
    fitting += 1;
  }
  return largestOf(links, sizeOf, Math.min(fitting, MOST_LINKS));
}

function sizeOf({ amount }: Link): number {
  return Math.abs(amount ?? 0);
}

/** How large marks are whose values are compared: from half their size up to two and a half times it. */
export function sizesOf(values: readonly number[], size: number): number[] {
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const spread = most - least;
  return values.map((value) => size * (0.5 + (spread > 0 ? (2 * (value - least)) / spread : 0)));
}
