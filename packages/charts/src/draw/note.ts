import { grouped } from '@chartroom/model';
import type { EChartsOption } from 'echarts';
import type { DrawInput } from '../chart-type.ts';
import { fittingFontSize } from './measure-text.ts';

const FONT_SIZE = 11;
/** Pixels that a chart leaves free at its bottom where a note stands. */
export const NOTE_ROOM = 18;

/** What a picture could not show, in a line at its bottom; nothing when there is nothing to say. */
export function noteOption(
  { theme, width }: Pick<DrawInput, 'theme' | 'width'>,
  notes: readonly string[],
): Pick<EChartsOption, 'graphic'> {
  if (notes.length === 0) return {};
  const text = notes.join('; ');
  const room = Math.max(0, width - 8);
  const style = {
    text,
    // The end says of how many.
    fontSize: fittingFontSize(text, FONT_SIZE, room),
    fill: theme.colorTextSecondary,
    fontFamily: theme.fontFamily,
    width: room,
    overflow: 'truncate' as const,
  };
  return { graphic: [{ type: 'text', left: 4, bottom: 2, silent: true, style }] };
}

/** A count with its noun: one flow, 1,200 flows, 3 series. */
export function countOf(count: number, noun: string): string {
  const isPlural = count !== 1 && !noun.endsWith('s');
  return `${grouped(count)} ${noun}${isPlural ? 's' : ''}`;
}

/** What is said where only the largest of very many marks are drawn; nothing where all are. */
export function largestNote(drawn: number, all: number, noun: string): string[] {
  return drawn < all ? [`Drawn: the ${countOf(drawn, `largest ${noun}`)} of ${grouped(all)}`] : [];
}

/** What is drawn where there is very much, in its order: the largest. */
export function largestOf<T>(all: readonly T[], sizeOf: (each: T) => number, most: number): readonly T[] {
  if (all.length <= most) return all;
  const kept = new Set(all.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, most));
  return all.filter((each) => kept.has(each));
}
