import type { DrawTheme } from '../chart-type.ts';

/** Lines, ticks and title of an axis in the page's colours. */
export function axisLook(theme: DrawTheme) {
  return {
    axisLine: { lineStyle: { color: theme.colorBorder } },
    axisTick: { lineStyle: { color: theme.colorBorder } },
    splitLine: { lineStyle: { color: theme.colorSplit } },
    nameTextStyle: { color: theme.colorTextSecondary, fontFamily: theme.fontFamily },
  };
}

/** Labels of an axis in the page's colours. */
export function axisText(theme: DrawTheme) {
  return { color: theme.colorTextSecondary, fontFamily: theme.fontFamily };
}

/** How the labels along an axis lie (`x_ticks_layout`); staggered ones are turned, too, so that none are left out. */
export function tickLayout(layout: unknown): { rotate?: number; hideOverlap?: boolean } {
  switch (layout) {
    case 'flat':
      return { rotate: 0 };
    case '45°':
    case 'staggered':
      return { rotate: -45 };
    case '90°':
      return { rotate: -90 };
    default:
      return { hideOverlap: true };
  }
}
