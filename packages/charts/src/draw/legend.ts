import type { ChartFormData } from '@chartroom/model';
import type { LegendComponentOption } from 'echarts';
import type { DrawTheme } from '../chart-type.ts';
import { numberOf } from '../question/read-form.ts';
import { cutText, textWidth } from './measure-text.ts';

export type LegendSide = 'top' | 'bottom' | 'left' | 'right';

/** Room for the legend when its chart does not say, in pixels. */
const ROOM: Readonly<Record<LegendSide, number>> = { top: 20, bottom: 20, left: 170, right: 170 };

const FONT_SIZE = 12;
/** Pixels of a name above or below the picture, and what an entry beside it needs besides its name. */
const LONGEST_NAME = 200;
const BESIDES = 40;
const SHORTEST_NAME = 60;

export interface LegendRequest {
  form: ChartFormData;
  names: readonly string[];
  theme: DrawTheme;
  /** All and inverse buttons, for many series. */
  selector?: boolean;
  /** Pixels that something else needs at the left of a horizontal legend. */
  indent?: number;
  /** Pixels that buttons need at the right of a legend above the picture. */
  buttons?: number;
}

/** Where the legend stands. */
export function legendSide(form: ChartFormData): LegendSide {
  const side = form.legendOrientation;
  return side === 'bottom' || side === 'left' || side === 'right' ? side : 'top';
}

/** The legend as the form data wants it. */
export function legendOption({
  form,
  names,
  theme,
  selector = false,
  indent,
  buttons = 0,
}: LegendRequest): LegendComponentOption {
  const side = legendSide(form);
  const horizontal = side === 'top' || side === 'bottom';
  const place = horizontal
    ? { [side]: 0, right: side === 'top' ? buttons : 0, ...(indent === undefined ? {} : { left: indent }) }
    : { [side]: 0, top: 20, bottom: 20 };
  const room = horizontal
    ? LONGEST_NAME
    : Math.max(SHORTEST_NAME, (numberOf(form.legendMargin) ?? ROOM[side]) - BESIDES);
  const isLong = names.some((name) => textWidth(name, FONT_SIZE) > room);
  return {
    show: Boolean(form.show_legend),
    ...(isLong && { formatter: (name: string) => cutText(name, FONT_SIZE, room) }),
    type: form.legendType === 'plain' ? 'plain' : 'scroll',
    orient: horizontal ? 'horizontal' : 'vertical',
    ...place,
    data: [...names],
    textStyle: { color: theme.colorText, fontFamily: theme.fontFamily },
    inactiveColor: theme.colorSplit,
    pageTextStyle: { color: theme.colorTextSecondary },
    pageIconColor: theme.colorText,
    pageIconInactiveColor: theme.colorSplit,
    itemWidth: 14,
    itemHeight: 10,
    ...(selector
      ? {
          selector: ['all', 'inverse'],
          selectorLabel: {
            color: theme.colorTextSecondary,
            borderColor: theme.colorBorder,
            fontFamily: theme.fontFamily,
          },
        }
      : {}),
  };
}

/** Pixels that the legend takes from one side of the picture. */
export function legendRoom(form: ChartFormData): { side: LegendSide; pixels: number } | undefined {
  if (!form.show_legend) return undefined;
  const side = legendSide(form);
  return { side, pixels: numberOf(form.legendMargin) ?? ROOM[side] };
}
