import type { EChartsOption, TooltipComponentOption } from 'echarts';
import type { DrawTheme } from '../chart-type.ts';

/** What every ECharts picture has in common: font, no background of its own, calm movement. */
export function baseOption(theme: DrawTheme): EChartsOption {
  return {
    backgroundColor: 'transparent',
    darkMode: theme.dark,
    useUTC: true,
    animationDuration: 300,
    textStyle: { fontFamily: theme.fontFamily, color: theme.colorText },
    // What it shows is said beside it (`describeChart`).
    aria: { enabled: true, label: { enabled: false } },
  };
}

/** The box of a tooltip in the page's colours, kept inside the picture's frame where it can. */
export function baseTooltip(theme: DrawTheme): TooltipComponentOption {
  return {
    confine: true,
    backgroundColor: theme.colorBackground,
    borderColor: theme.colorBorder,
    textStyle: { color: theme.colorText, fontFamily: theme.fontFamily, fontSize: 12 },
  };
}
