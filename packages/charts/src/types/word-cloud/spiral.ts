import { textWidth } from '../../draw/measure-text.ts';

/** A word before it has a place. */
export interface Word {
  text: string;
  /** Pixels. */
  size: number;
  /** Degrees, clockwise. */
  turn: number;
}

/** A word and its middle, seen from the middle of the cloud. */
export interface PlacedWord<T extends Word> {
  word: T;
  x: number;
  y: number;
}

/** A text as a rectangle that is turned about its middle. */
interface Box {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
  cos: number;
  sin: number;
  /** How far it reaches along the axes. */
  reachX: number;
  reachY: number;
}

/** Height of a line of text, for its size. */
const LINE = 1.1;
/** Pixels between words. */
const GAP = 1;
/** Places tried for a word, at most. */
const MOST_STEPS = 20_000;
/** After so many words without room the cloud is full. */
const MOST_FAILURES = 20;

/**
 * Puts words one after the other as near to the middle as there is room, along a spiral. Words for which there is none
 * are left out.
 *
 * @param width of the cloud in pixels
 */
export function placeWords<T extends Word>(
  words: readonly T[],
  width: number,
  height: number,
): PlacedWord<T>[] {
  const taken: Box[] = [];
  const placed: PlacedWord<T>[] = [];
  let failures = 0;
  for (const word of words) {
    const box = freeBox(boxOf(word), taken, width, height);
    failures = box === undefined ? failures + 1 : 0;
    if (failures > MOST_FAILURES) break;
    if (box === undefined) continue;
    taken.push(box);
    placed.push({ word, x: box.x, y: box.y });
  }
  return placed;
}

function boxOf({ text, size, turn }: Word): Box {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const halfWidth = textWidth(text, size) / 2 + GAP;
  const halfHeight = (size * LINE) / 2 + GAP;
  const reachX = Math.abs(cos) * halfWidth + Math.abs(sin) * halfHeight;
  const reachY = Math.abs(sin) * halfWidth + Math.abs(cos) * halfHeight;
  return { x: 0, y: 0, halfWidth, halfHeight, cos, sin, reachX, reachY };
}

/** The box where it meets no other and stays in the cloud; the spiral is as wide as the cloud. */
function freeBox(box: Box, taken: readonly Box[], width: number, height: number): Box | undefined {
  const [mostX, mostY] = [width / 2 - box.reachX, height / 2 - box.reachY];
  if (mostX < 0 || mostY < 0) return undefined;
  const farthest = Math.hypot(width, height) / 2;
  const flatness = height / width;
  const stride = Math.max(3, box.halfHeight / 2);
  // The word that was met last is the most likely to be met again.
  let met: Box | undefined;
  for (let step = 0, angle = 0; step < MOST_STEPS; step += 1) {
    const radius = (stride * angle) / (2 * Math.PI);
    if (radius * Math.min(1, flatness) > farthest) return undefined;
    const tried = { ...box, x: radius * Math.cos(angle), y: radius * flatness * Math.sin(angle) };
    angle += stride / Math.max(stride, radius);
    if (Math.abs(tried.x) > mostX || Math.abs(tried.y) > mostY) continue;
    if (met !== undefined && meets(tried, met)) continue;
    met = taken.find((other) => meets(tried, other));
    if (met === undefined) return tried;
  }
  return undefined;
}

/** Whether two turned rectangles overlap: they do unless they lie apart along a side of one of them. */
function meets(a: Box, b: Box): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (Math.abs(dx) >= a.reachX + b.reachX || Math.abs(dy) >= a.reachY + b.reachY) return false;
  return !isApart(a, b, dx, dy) && !isApart(b, a, dx, dy);
}

function isApart(a: Box, b: Box, dx: number, dy: number): boolean {
  // Sides of the second box, seen along those of the first.
  const cos = Math.abs(a.cos * b.cos + a.sin * b.sin);
  const sin = Math.abs(a.cos * b.sin - a.sin * b.cos);
  const along = Math.abs(dx * a.cos + dy * a.sin);
  const across = Math.abs(dy * a.cos - dx * a.sin);
  return (
    along >= a.halfWidth + cos * b.halfWidth + sin * b.halfHeight ||
    across >= a.halfHeight + sin * b.halfWidth + cos * b.halfHeight
  );
}
