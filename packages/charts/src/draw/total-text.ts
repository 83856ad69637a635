import type { GraphicComponentOption } from 'echarts';
import type { DrawTheme } from '../chart-type.ts';

/** The total of a chart as a text in its picture, in the middle of it unless another height is given in pixels. */
export function totalText(
  theme: DrawTheme,
  text: string,
  top: number | 'middle' = 'middle',
): GraphicComponentOption {
  return {
    type: 'text',
    left: 'center',
    top,
    style: { text, fontSize: 16, fontWeight: 'bold', fill: theme.colorText, fontFamily: theme.fontFamily },
  };
}
