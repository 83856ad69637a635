import type { BarSeriesOption, EChartsOption } from 'echarts';
import type { DrawInput, DrawnMark, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { legendOption, legendRoom } from '../../draw/legend.ts';
import { linePoint } from '../../draw/line-point.ts';
import { measureOf } from '../../draw/measure.ts';
import { longestWidth } from '../../draw/measure-text.ts';
import { NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { sum } from '../../draw/statistics.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { shareOf } from '../../draw/tree-of-rows.ts';
import { formColors } from '../../format/label-colors.ts';
import { laterNumbers, type NumberFormatter, SMART_NUMBER } from '../../format/number.ts';
import { SMART_DATE, timeFormatter } from '../../format/time.ts';
import { membersOf, textOf } from '../../question/read-form.ts';
import { wedgePie } from './wedge-pie.ts';
import { type RoseData, type RoseSeries, roseData } from './wedges.ts';

const FONT_SIZE = 12;
/** Pixels between the wedges and their names. */
const GAP = 10;
/** Wedges beyond which no edge stands between them: it would hide the narrowest. */
const MANY = 100;
/** Names beside the wedges take at most this part of the width. */
const LABEL_SHARE = 0.2;

const percentText = laterNumbers('.1%');

/** Wedges round a centre, one per moment, as long (or as large) as their values (contract, rose). */
export function draw(input: DrawInput): EChartsDrawing {
  const { theme } = input;
  const data = roseData(input);
  const names = data.series.map(({ line }) => line.name);
  const form = { ...input.form, show_legend: names.length > 1, legendOrientation: 'top' };
  const seriesAt = ({ seriesName }: DrawnMark) => data.series.find(({ line }) => line.name === seriesName);
  const pointAt = (mark: DrawnMark) => {
    const found = seriesAt(mark);
    return found && linePoint(input, found.line, data.moments[mark.dataIndex ?? -1]);
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, data.notes),
      legend: legendOption({ form, names, theme, selector: true }),
      ...circleOf(input, data, legendRoom(form)?.pixels ?? 0),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) => {
          const { dataIndex, seriesName } = membersOf(Array.isArray(given) ? given[0] : given);
          return tooltip(input, data, Number(dataIndex), String(seriesName));
        },
      },
      series: seriesOf(input, data),
    },
    crossFilter: (mark) => pointAt(mark)?.crossFilter,
    pointAt,
    opened: ({ dataIndex = -1 }) =>
      wedgePie(input, data, dataIndex, momentText(input, data.moments[dataIndex])),
  };
}

function circleOf(input: DrawInput, { moments, reach, notes }: RoseData, top: number): EChartsOption {
  const { form, theme, width, height } = input;
  const write = timeFormatter(textOf(form.date_time_format));
  const longest = longestWidth(moments.map(write), FONT_SIZE);
  const bottom = notes.length > 0 ? NOTE_ROOM : 0;
  const high = height - top - bottom;
  const beside = width / 2 - Math.min(longest, width * LABEL_SHARE) - 2 * GAP;
  const radius = Math.max(10, Math.min(beside, high / 2 - FONT_SIZE - 2 * GAP));
  // As many names as lie round the circle without lying on each other.
  const fitting = Math.max(4, Math.floor((2 * Math.PI * (radius + GAP)) / (longest + GAP)));
  const none = { show: false };
  return {
    polar: { center: [width / 2, top + high / 2], radius: [0, radius] },
    angleAxis: {
      type: 'category',
      data: moments.map(String),
      startAngle: 90,
      axisLine: none,
      axisTick: none,
      splitLine: none,
      axisLabel: {
        margin: GAP,
        ...(moments.length > fitting && { interval: Math.ceil(moments.length / fitting) - 1 }),
        color: theme.colorTextSecondary,
        fontFamily: theme.fontFamily,
        fontSize: FONT_SIZE,
        formatter: (moment: string) => write(Number(moment)),
      },
    },
    radiusAxis: {
      type: 'value',
      min: 0,
      max: reach > 0 ? reach : 1,
      axisLine: none,
      axisTick: none,
      axisLabel: none,
      splitLine: none,
    },
  };
}

function seriesOf(input: DrawInput, { series, moments }: RoseData): BarSeriesOption[] {
  const { theme, selected } = input;
  const color = input.colors ?? formColors(input.form);
  const borderWidth = moments.length > MANY ? 0 : 1;
  return series.map(({ line, sizes }) => ({
    type: 'bar',
    coordinateSystem: 'polar',
    name: line.name,
    stack: 'wedge',
    barCategoryGap: '0%',
    itemStyle: {
      color: color(line.name),
      borderColor: theme.colorBackground,
      borderWidth,
      opacity: selectionOpacity(line.name, selected),
    },
    emphasis: { focus: 'series' },
    data: [...sizes],
  }));
}

/** A moment where it stands alone. */
function momentText({ form }: DrawInput, moment: number | undefined): string {
  const pattern = textOf(form.date_time_format) ?? SMART_DATE;
  return timeFormatter(pattern === SMART_DATE ? 'smart_date_verbose' : pattern)(moment);
}

/** One series of a wedge, or all of them with their shares. */
function tooltip(input: DrawInput, { moments, series }: RoseData, at: number, name: string): string {
  const { form } = input;
  const moment = moments[at];
  if (moment === undefined) return '';
  const title = momentText(input, moment);
  const amountOf = ({ line }: RoseSeries) => line.points[at]?.y ?? 0;
  const textOfLine = (each: RoseSeries) => valueFormat(input, each.line.metric)(amountOf(each));
  if (!form.rich_tooltip) {
    const own = series.filter(({ line }) => line.name === name);
    return tooltipMarkup(
      title,
      own.map((each) => ({ name: each.line.name, values: [textOfLine(each)] })),
    );
  }
  const total = sum(series.map(amountOf));
  return tooltipMarkup(
    title,
    series
      .toSorted((a, b) => amountOf(b) - amountOf(a))
      .map((each) => ({
        name: each.line.name,
        values: [textOfLine(each), percentText(shareOf(amountOf(each), total))],
        bold: each.line.name === name,
      })),
  );
}

/** Shares and changes are percentages, unless the chart wants them otherwise. */
function valueFormat(input: DrawInput, metric: string): NumberFormatter {
  const { number_format: format, contribution, comparison_type: kind, time_compare: shifts } = input.form;
  const isCompared = Array.isArray(shifts) && shifts.length > 0 && kind === 'percentage';
  const isAdaptive = (textOf(format) ?? SMART_NUMBER) === SMART_NUMBER;
  return isAdaptive && (contribution === true || isCompared) ? percentText : measureOf(input, metric).format;
}
