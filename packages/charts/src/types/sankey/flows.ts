import type { DrawInput } from '../../chart-type.ts';
import { type Link, linksOf, nodeNames } from '../../draw/links.ts';
import { countOf, largestNote, largestOf } from '../../draw/note.ts';
import { columnsOf, metricsOf } from '../../question/read-form.ts';

/** More flows than these cannot be told apart: the largest are drawn. */
const MOST_FLOWS = 1000;

/** A band between two nodes. */
export interface Flow {
  source: string;
  target: string;
  value: number;
  /** It leads back to where its way came from: it is drawn to a node of its own at the end. */
  isBack: boolean;
}

export interface FlowData {
  flows: readonly Flow[];
  /** Names of the nodes, in order of appearance. */
  names: readonly string[];
  /** Columns of nodes, and how many nodes the fullest of them has. */
  columns: number;
  mostInAColumn: number;
  /** What is not drawn. */
  notes: readonly string[];
}

/** The flows of an answer. Only amounts above zero have a width, and no way may lead round in a circle. */
export function flowData({ form, results }: DrawInput): FlowData {
  const links = linksOf(results[0], {
    source: columnsOf(form.source)[0],
    target: columnsOf(form.target)[0],
    metric: metricsOf(form.metric)[0],
  });
  const positive = links.flatMap((link) =>
    link.amount !== null && link.amount > 0 ? [withValue(link)] : [],
  );
  const shown = largestOf(positive, ({ value }) => value, MOST_FLOWS);
  const { backward, order } = walked(shown);
  const flows = shown.map((flow): Flow => ({ ...flow, isBack: backward.has(flow) }));
  const missing = links.length - positive.length;
  return {
    flows,
    names: nodeNames(flows),
    ...columnsIn(flows, order),
    notes: [
      ...(missing > 0 ? [`Not drawn: ${countOf(missing, 'flow')} without an amount above zero`] : []),
      ...largestNote(shown.length, positive.length, 'flow'),
    ],
  };
}

type Band = Omit<Flow, 'isBack'>;

function withValue({ source, target, amount }: Link): Band {
  return { source, target, value: amount ?? 0 };
}

/** Walks all ways to their ends: the bands that close a circle, and the nodes so that bands lead forwards. */
function walked(bands: readonly Band[]): { backward: Set<Band>; order: string[] } {
  const leaving = Map.groupBy(bands, (band) => band.source);
  const onTheWay = new Set<string>();
  const done = new Set<string>();
  const backward = new Set<Band>();
  const order: string[] = [];
  for (const start of nodeNames(bands)) {
    const way = done.has(start) ? [] : [{ name: start, next: 0 }];
    onTheWay.add(start);
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const band = leaving.get(at.name)?.[at.next];
      at.next += 1;
      if (band === undefined) {
        onTheWay.delete(at.name);
        done.add(at.name);
        order.unshift(at.name);
        way.pop();
      } else if (onTheWay.has(band.target)) backward.add(band);
      else if (!done.has(band.target)) {
        onTheWay.add(band.target);
        way.push({ name: band.target, next: 0 });
      }
    }
    onTheWay.delete(start);
  }
  return { backward, order };
}

/** Each node stands one column behind the last of those before it, and in the last column when nothing follows it. */
function columnsIn(
  flows: readonly Flow[],
  order: readonly string[],
): Pick<FlowData, 'columns' | 'mostInAColumn'> {
  const depths = new Map(order.map((name) => [name, 0]));
  const leaving = Map.groupBy(flows, (flow) => flow.source);
  const back = flows.filter((flow) => flow.isBack);
  for (const name of order) {
    for (const { target, isBack } of leaving.get(name) ?? []) {
      if (!isBack) depths.set(target, Math.max(depths.get(target) ?? 0, (depths.get(name) ?? 0) + 1));
    }
  }
  const ends = back.map(({ source }) => (depths.get(source) ?? 0) + 1);
  const last = [...depths.values(), ...ends].reduce((most, depth) => Math.max(most, depth), 0);
  const placed = Map.groupBy(order, (name) => (leaving.has(name) ? (depths.get(name) ?? 0) : last));
  const again = new Set(back.map(({ target }) => target)).size;
  const sizes = [...placed].map(([depth, names]) => names.length + (depth === last ? again : 0));
  return { columns: last + 1, mostInAColumn: Math.max(1, again, ...sizes) };
}
