import type { EChartsOption, SeriesOption } from 'echarts';

/** Pixels of a line that does not say how wide it is, and by how many it is wider where more contrast is wanted. */
const LINE = 2;
const MORE = 1.5;

/** A picture for whoever wants more contrast: lines are wider, and areas have patterns beside their colours. */
export function strongOption(option: EChartsOption): EChartsOption {
  const { series, aria } = option;
  return {
    ...option,
    aria: { enabled: true, ...[aria].flat()[0], decal: { show: true } },
    ...(series && { series: [series].flat().map(widerLines) }),
  };
}

function widerLines(series: SeriesOption): SeriesOption {
  if (series.type !== 'line') return series;
  const { width = LINE } = series.lineStyle ?? {};
  // A line that is not seen, as the lower edge of a band, stays so.
  return width === 0
    ? series
    : { ...series, lineStyle: { ...series.lineStyle, width: Number(width) + MORE } };
}
