import type { DrawTheme } from '../../chart-type.ts';
import { textWidth } from '../../draw/measure-text.ts';
import { channelsOf } from '../../format/channels.ts';
import { EARTH_PIXELS, type MarkLabel, type Place } from '../../map/layers.ts';
import { southing } from '../../map/scale.ts';

/** Pixels. */
const SIZES = [10, 22] as const;
const SIZE_BELOW = 11;
/** Between light and dark colours, of 255. */
const MIDDLE_GREY = 150;
/** Longer texts are cut where they are drawn. */
const WIDEST = 120;

/** A circle as its label sees it. */
export interface LabelGround {
  radius: number;
  color: string;
  /** How much of the colour is seen. */
  alpha: number;
}

/** In the middle of a circle that has room for it, else below it; undefined for no text. */
export function circleLabel(text: string, ground: LabelGround, theme: DrawTheme): MarkLabel | undefined {
  if (text === '') return undefined;
  const { radius } = ground;
  const [least, most] = SIZES;
  const size = Math.round(Math.max(least, Math.min(most, radius / 2)));
  if (textWidth(text, size) <= 2 * radius) return { text, size, color: inkOn(ground, theme) };
  return { text, size: SIZE_BELOW, color: theme.colorText, below: Math.round(radius + SIZE_BELOW * 0.7) };
}

/** Letters that can be read on a colour, or on the map where little of the colour is left. */
function inkOn({ color, alpha }: LabelGround, theme: DrawTheme): string {
  if (alpha < 0.5) return theme.colorText;
  const [red, green, blue] = channelsOf(color);
  return 0.299 * red + 0.587 * green + 0.114 * blue < MIDDLE_GREY ? '#ffffff' : '#1f2328';
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The marks with the labels that lie over no label of one before them at a zoom. */
export function thinnedLabels<Mark extends { at: Place; label?: MarkLabel | undefined }>(
  marks: readonly Mark[],
  zoom: number,
): Mark[] {
  // Boxes by the lines of the map that they touch, so that not every one is compared with every other.
  const lines = new Map<number, Box[]>();
  return marks.map((mark) => {
    if (!mark.label) return mark;
    const box = boxOf(mark.at, mark.label, zoom);
    const touched = [box.top, box.bottom].map((y) => Math.floor(y / SIZES[1]));
    const isFree = touched.every((line) => (lines.get(line) ?? []).every((other) => isApart(box, other)));
    if (!isFree) return { ...mark, label: undefined };
    for (const line of new Set(touched)) lines.set(line, [...(lines.get(line) ?? []), box]);
    return mark;
  });
}

function boxOf([longitude, latitude]: Place, { text, size, below = 0 }: MarkLabel, zoom: number): Box {
  const earth = EARTH_PIXELS * 2 ** zoom;
  const [x, y] = [(earth * longitude) / 360, earth * southing(latitude) + below];
  const half = Math.min(WIDEST, textWidth(text, size)) / 2;
  return { left: x - half, right: x + half, top: y - size / 2, bottom: y + size / 2 };
}

function isApart(one: Box, other: Box): boolean {
  return one.right < other.left || other.right < one.left || one.bottom < other.top || other.bottom < one.top;
}
