import type { DrawInput } from '../../chart-type.ts';
import { countOf } from '../../draw/note.ts';
import { sum } from '../../draw/statistics.ts';
import { TIMESTAMP } from '../../question/base-axis.ts';
import { numberOf } from '../../question/read-form.ts';
import { type Part, partsOf } from './parts.ts';

/** Lower than this many pixels nobody sees a part. */
const LOWEST = 0.5;
/** Pixels between the charts of two metrics. */
const METRIC_GAP = 6;

/** A part with its place in the picture. */
export interface PartBox {
  /** Undefined for the parts that are too small to be drawn apart. */
  part: Part | undefined;
  name: string;
  value: number | null;
  metric: string;
  /** What it lies in, from the outermost. */
  within: readonly Part[];
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Boxes {
  boxes: readonly PartBox[];
  /** What is not drawn. */
  notes: readonly string[];
}

/** A part, or the small ones of a whole together, and how large it is beside the others. */
interface Slice {
  part: Part | undefined;
  name: string;
  value: number | null;
  size: number;
}

/** All parts with their places: levels from left to right, the parts of a whole beside it, the largest on top. */
export function boxesOf(input: DrawInput, height: number): Boxes {
  const { width } = input;
  const roots = partsOf(input);
  const levels = 1 + deepest(input, roots);
  const step = width / levels;
  const each = Math.max(0, (height - METRIC_GAP * (roots.length - 1)) / Math.max(1, roots.length));
  const boxes: PartBox[] = [];
  let unseen = 0;
  const place = (slice: Slice, within: readonly Part[], y: number, high: number) => {
    const { part, name, value } = slice;
    if (high < LOWEST) {
      // Nothing has no height.
      if (value !== 0) unseen += 1;
      return;
    }
    const metric = part?.metric ?? within[0]?.metric ?? '';
    boxes.push({ part, name, value, metric, within, x: within.length * step, y, width: step, height: high });
    if (!part) return;
    const slices = slicesOf(input, part);
    const whole = sum(slices.map(({ size }) => size));
    let top = y;
    for (const inner of slices) {
      const innerHeight = whole > 0 ? (high * inner.size) / whole : 0;
      place(inner, [...within, part], top, innerHeight);
      top += innerHeight;
    }
  };
  for (const [index, root] of roots.entries()) {
    const slice = { part: root, name: root.name, value: root.value, size: 1 };
    if (root.children.length > 0 || root.value !== null) place(slice, [], index * (each + METRIC_GAP), each);
  }
  return {
    boxes,
    notes: unseen > 0 ? [`Not drawn: ${countOf(unseen, 'part')} of no height that could be seen`] : [],
  };
}

/** Levels below the parts of a whole, where something of them is drawn. */
function deepest(input: DrawInput, parts: readonly Part[]): number {
  return parts.reduce((most, whole) => {
    if (whole.children.length === 0) return most;
    const own = slicesOf(input, whole).flatMap(({ part }) => part ?? []);
    return Math.max(most, 1 + deepest(input, own));
  }, 0);
}

/** The parts of a whole that are drawn, the largest first, and the rest as one; moments stay as they are. */
function slicesOf({ form }: DrawInput, { children }: Part): Slice[] {
  const slices = children.map(
    (part): Slice => ({
      part,
      name: part.name,
      value: part.value,
      size: sizeOf(part, Boolean(form.log_scale)),
    }),
  );
  if (children[0]?.path.at(-1)?.[0] === TIMESTAMP) {
    const inTime = slices.toSorted((a, b) => momentOf(a) - momentOf(b));
    return form.equal_date_size ? inTime.map((slice) => ({ ...slice, size: 1 })) : inTime;
  }
  const sorted = slices.toSorted((a, b) => b.size - a.size);
  const whole = sum(sorted.map(({ size }) => size));
  const most = numberOf(form.partition_limit) ?? 0;
  const threshold = numberOf(form.partition_threshold) ?? 0;
  const isDrawn = ({ size }: Slice, at: number) => (most < 1 || at < most) && size >= threshold * whole;
  const rest = sorted.filter((slice, at) => !isDrawn(slice, at));
  return rest.length < 2 ? sorted : [...sorted.filter(isDrawn), together(rest)];
}

/** Small parts as one. */
function together(slices: readonly Slice[]): Slice {
  return {
    part: undefined,
    name: countOf(slices.length, 'smaller part'),
    value: sum(slices.map(({ value }) => value ?? 0)),
    size: sum(slices.map(({ size }) => size)),
  };
}

function momentOf({ part }: Slice): number {
  return Number(part?.path.at(-1)?.[1] ?? 0);
}

/** How large a part is beside others: changes count by how large they are, up or down. */
function sizeOf({ value }: Part, isLog: boolean): number {
  const size = Math.abs(value ?? 0);
  return isLog ? Math.log1p(size) : size;
}
