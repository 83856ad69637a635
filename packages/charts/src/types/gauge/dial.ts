import type { ChartFormData } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { fittingFontSize } from '../../draw/measure-text.ts';
import { categoricalScheme } from '../../format/label-colors.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { numberOf, textOf } from '../../question/read-form.ts';
import type { Hand } from './hands.ts';

/** Pixels between the axis and what stands around it. */
const GAP = 10;
/** Width of an average character, and length of a tick, in font sizes. */
const CHARACTER = 0.525;
const TICK = 0.25;
/** How many parts an axis has at most. */
const MOST_PARTS = 100;

/** The axis of a gauge and the sizes that follow from it, in pixels. */
export interface Dial {
  min: number;
  max: number;
  parts: number;
  fontSize: number;
  radius: number;
  /** Thickness of the axis. */
  thickness: number;
  /** How far outside the axis labels, ticks and lines between the parts begin. */
  labelDistance: number;
  tickDistance: number;
  lineDistance: number;
  tickLength: number;
  lineLength: number;
}

/** The dial of some hands in a picture. */
export function dialOf(
  { form, width, height }: Pick<DrawInput, 'form' | 'width' | 'height'>,
  hands: readonly Hand[],
  format: NumberFormatter,
): Dial {
  const bounds = boundsOf(form, hands);
  const parts = Math.min(Math.max(Math.round(numberOf(form.split_number) ?? 10), 1), MOST_PARTS);
  const fontSize = Math.max(numberOf(form.font_size) ?? 15, 1);
  const [tickLength, lineLength] = [TICK * fontSize, fontSize];
  const labels = Array.from({ length: parts }, (_, index) =>
    format(bounds.min + (index * (bounds.max - bounds.min)) / parts),
  );
  const longest = Math.max(...labels.map((label) => label.length));
  const labelRoom =
    CHARACTER * fontSize * longest +
    (form.show_split_line ? lineLength : 0) +
    (form.show_axis_tick ? tickLength : 0) +
    GAP;
  const side = Math.min(width, height);
  // However long its labels are, there is a dial.
  const radius = Math.max(side / 2 - labelRoom - tickLength - GAP, side / 5);
  const arcs = form.overlap ? 1 : Math.max(hands.length, 1);
  const thickness = Math.min(arcs * fontSize, radius * 0.6);
  return {
    ...bounds,
    parts,
    fontSize,
    radius,
    thickness,
    labelDistance: thickness - labelRoom,
    tickDistance: -(thickness + tickLength + GAP),
    lineDistance: -(thickness + lineLength + GAP),
    tickLength,
    lineLength,
  };
}

/** The bounds that the form data set; else twice the extremes, with nought between them. */
function boundsOf(form: ChartFormData, hands: readonly Hand[]): { min: number; max: number } {
  const values = hands.map((hand) => hand.value ?? 0);
  const min = numberOf(form.min_val) ?? 2 * Math.min(...values, 0);
  const max = numberOf(form.max_val) ?? 2 * Math.max(...values, 0);
  // On an axis without length, every pointer would stand in the middle.
  return { min, max: min === max && hands.length > 0 ? min + 1 : max };
}

/** An interval of the axis: where it ends, from 0 to 1, and its colour. */
export type Interval = [end: number, color: string];

/** The coloured intervals of the axis; none when a list of the form data has something else than numbers. */
export function intervalsOf(form: ChartFormData, { min, max }: Pick<Dial, 'min' | 'max'>): Interval[] {
  const bounds = numbersOf(form.intervals);
  const places = numbersOf(form.interval_color_indices);
  if (bounds === undefined || places === undefined) return [];
  const { colors } = categoricalScheme(textOf(form.color_scheme));
  const colorAt = (index: number) => colors[index % colors.length];
  return bounds.map((bound, index) => {
    const place = places[index];
    const chosen = place === undefined ? undefined : colorAt(place - 1);
    return [(bound - min) / (max - min), chosen ?? colorAt(index) ?? ''];
  });
}

/** The numbers of a list with commas; undefined when one of them is none. */
function numbersOf(value: unknown): number[] | undefined {
  const list = textOf(value)?.trim();
  if (!list) return [];
  const numbers = list.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Where the texts of the hands stand, one below the other, in pixels below the middle of the dial. */
export interface TextPlaces {
  /** Whether name and value share a line. */
  together: boolean;
  fontSize: number;
  titleAt(index: number): number;
  detailAt(index: number): number;
  width: number;
}

/** Heights of a name with its value below it, and of one line, in font sizes. */
const PAIR = 2.4;
const LINE = 1.3;
/** Below this size a name and its value are easier to read in one line. */
const LEAST_OF_PAIRS = 10;
const LEAST = 8;

/**
 * Room for the texts: as large as they are wanted, or as there is room for all of them inside the dial.
 *
 * @param lines name and value of each hand in one line
 */
export function textPlaces(dial: Dial, lines: readonly string[], height: number): TextPlaces {
  const { radius, fontSize, thickness } = dial;
  const top = radius * 0.2;
  const room = (height * 0.45 - top - fontSize) / Math.max(lines.length, 1);
  const width = (radius - thickness) * 1.6;
  const pair = Math.min(fontSize, Math.floor(room / PAIR));
  if (pair >= Math.min(fontSize, LEAST_OF_PAIRS) || lines.length <= 1) {
    const size = Math.max(pair, LEAST);
    const titleAt = (index: number) => top + index * size * PAIR;
    return {
      together: false,
      fontSize: size,
      titleAt,
      detailAt: (index) => titleAt(index) + size * 1.1,
      width,
    };
  }
  const fitting = lines.map((line) => fittingFontSize(line, fontSize, width));
  const size = Math.max(LEAST, Math.min(Math.floor(room / LINE), ...fitting));
  const at = (index: number) => top + index * Math.min(room, size * LINE);
  return { together: true, fontSize: size, titleAt: at, detailAt: at, width };
}
