import type { BarSeriesOption, XAXisComponentOption, YAXisComponentOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { axesFrame } from '../../draw/axes-frame.ts';
import { axisLook, axisText } from '../../draw/axis-look.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { legendOption } from '../../draw/legend.ts';
import { largestNote, NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { finiteOf } from '../../draw/row-names.ts';
import { sum } from '../../draw/statistics.ts';
import { type TooltipRow, tooltipMarkup } from '../../draw/tooltip.ts';
import { formColors } from '../../format/label-colors.ts';
import { laterNumbers, type NumberFormatter, numberFormatter } from '../../format/number.ts';
import { listed, membersOf, numberOf, textOf } from '../../question/read-form.ts';
import { type Histogram, histogramOf } from './groups.ts';

/** Pixels between an axis and its title, and what the title takes of the picture. */
const TITLE_GAP = 30;
const TITLE_ROOM = 20;
const percentText = laterNumbers('.2%');

/** Bars over the ranges of a number, those of several groups side by side (contract, histogram). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme } = input;
  const format = numberFormatter(textOf(form.y_axis_format));
  const histogram = histogramOf(input, numberFormatter(textOf(form.x_axis_format)));
  const names = histogram.groups.map((group) => group.name);
  const notes = largestNote(names.length, histogram.all, 'group');
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      grid: axesFrame(form, {
        bottom: (textOf(form.x_axis_title) ? TITLE_ROOM : 0) + (notes.length > 0 ? NOTE_ROOM : 0),
        left: textOf(form.y_axis_title) ? TITLE_ROOM : 0,
      }),
      ...axesOf(input, histogram, format),
      ...noteOption(input, notes),
      legend: {
        ...legendOption({ form, names, theme }),
        selected: Object.fromEntries(names.map((name) => [name, true])),
      },
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: (events) =>
          tooltip(histogram, listed(events).map(membersOf), Boolean(form.normalize), format),
      },
      series: seriesOf(input, histogram, format),
    },
  };
}

function axesOf(
  { form, theme }: DrawInput,
  { ranges }: Histogram,
  format: NumberFormatter,
): { xAxis: XAXisComponentOption; yAxis: YAXisComponentOption } {
  const shared = { ...axisLook(theme), nameLocation: 'middle' as const, nameGap: TITLE_GAP };
  return {
    xAxis: {
      ...shared,
      type: 'category',
      name: textOf(form.x_axis_title) ?? '',
      data: ranges,
      axisLabel: { ...axisText(theme), hideOverlap: true },
    },
    yAxis: {
      ...shared,
      type: 'value',
      name: textOf(form.y_axis_title) ?? '',
      scale: true,
      // A bar is read by its length: it stands at nought, however alike the bars are.
      startValue: 0,
      axisLabel: { ...axisText(theme), hideOverlap: true, formatter: (value: number) => format(value) },
    },
  };
}

function seriesOf(
  { form, theme, colors }: DrawInput,
  { groups }: Histogram,
  format: NumberFormatter,
): BarSeriesOption[] {
  const color = colors ?? formColors(form);
  return groups.map(({ name, counts }) => ({
    type: 'bar',
    name,
    data: counts.map((count) => count ?? '-'),
    itemStyle: { color: color(name) },
    label: {
      show: Boolean(form.show_value),
      position: 'top',
      color: theme.colorText,
      fontFamily: theme.fontFamily,
      formatter: ({ value }) => {
        const amount = finiteOf(value);
        return amount === null ? '' : format(amount);
      },
    },
    labelLayout: { hideOverlap: true },
    emphasis: { focus: 'series' },
  }));
}

/** The groups of a range, with their shares of it and its total where there are several. */
function tooltip(
  { ranges, groups, isGrouped }: Histogram,
  events: readonly Readonly<Record<string, unknown>>[],
  isShare: boolean,
  format: NumberFormatter,
): string {
  const at = numberOf(events[0]?.dataIndex) ?? -1;
  const counts = events.map((event) => groups[numberOf(event.seriesIndex) ?? -1]?.counts[at] ?? 0);
  const total = sum(counts);
  const withShares = isGrouped && !isShare;
  const rows = events.map((event, index): TooltipRow => {
    const count = counts[index] ?? 0;
    const share = withShares ? [percentText(total === 0 ? 0 : count / total)] : [];
    return { name: String(event.seriesName), color: textOf(event.color), values: [format(count), ...share] };
  });
  const whole = {
    name: 'Total',
    bold: true,
    values: [format(total), ...(withShares ? [percentText(1)] : [])],
  };
  return tooltipMarkup(ranges[at] ?? '', isGrouped ? [...rows, whole] : rows);
}
