import { cutText, textWidth } from './measure-text.ts';

const FONT_SIZE = 12;
/** Names beside or below an axis take at most this part of the width, and these pixels. */
const NAME_SHARE = 0.3;
const LONGEST_NAME = 160;
/** Pixels between labels that stand side by side. */
const GAP = 6;
const MOST_LINES = 3;
/** Labels that are turned: room that each needs along the axis, how long they may be, and the least height of such a picture. */
const TURNED = { band: 16, width: 110, height: 240 };

interface LabelSettings {
  interval: 0;
  width: number;
  overflow: 'break' | 'truncate';
  rotate?: number;
}

/**
 * How the names along a horizontal axis have to lie so that every one is there: as they are (undefined), broken into lines, or
 * turned and cut. Where not even that fits they are left to be thinned out.
 *
 * @param size room of the axis and height of the whole picture, in pixels
 */
export function categoryLabels(
  texts: readonly string[],
  size: { width: number; height: number },
): LabelSettings | undefined {
  const band = size.width / texts.length;
  const room = band - GAP;
  if (texts.every((text) => textWidth(text, FONT_SIZE) <= room)) return undefined;
  if (texts.every((text) => linesOf(text, room) <= MOST_LINES))
    return { interval: 0, width: room, overflow: 'break' };
  if (band < TURNED.band || size.height < TURNED.height) return undefined;
  return { interval: 0, rotate: 45, width: TURNED.width, overflow: 'truncate' };
}

/**
 * Writes names along an axis so that none takes the room of the picture: long ones are cut. The drawing library measures what is
 * written, and so leaves out as many as their cut ends ask for.
 *
 * @param width of the whole picture, in pixels
 */
export function cutNames<T>(write: (name: T) => string, width: number): (name: T) => string {
  const room = Math.min(LONGEST_NAME, width * NAME_SHARE);
  return (name) => cutText(write(name), FONT_SIZE, room);
}

/** How many lines a text takes that is broken between words; infinitely many where a word alone is too long. */
function linesOf(text: string, width: number): number {
  let lines = 1;
  let used = 0;
  for (const word of text.split(/\s+/)) {
    const needed = textWidth(word, FONT_SIZE);
    if (needed > width) return Number.POSITIVE_INFINITY;
    const space = used === 0 ? 0 : textWidth(' ', FONT_SIZE);
    if (used + space + needed <= width) used += space + needed;
    else {
      lines += 1;
      used = needed;
    }
  }
  return lines;
}
