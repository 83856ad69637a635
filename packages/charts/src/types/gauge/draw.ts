import type { ChartFormData } from '@chartroom/model';
import type { GaugeSeriesOption } from 'echarts';
import type { DrawInput, DrawnMark, DrawTheme, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { markAt } from '../../draw/mark-at.ts';
import { measureOf } from '../../draw/measure.ts';
import { textWidth } from '../../draw/measure-text.ts';
import { largestNote, largestOf, noteOption } from '../../draw/note.ts';
import { NO_VALUE } from '../../draw/row-names.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { formColors, type LabelColors } from '../../format/label-colors.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { metricsOf, numberOf, textOf } from '../../question/read-form.ts';
import { type Dial, dialOf, type Interval, intervalsOf, type TextPlaces, textPlaces } from './dial.ts';
import { type Hand, handsOf } from './hands.ts';

/** Colour of what takes on that of its interval. */
const AUTO = 'auto';

/** Hands of one dial: of more of them none is seen. */
const MOST = 20;

/** A dial with a pointer and an arc for each row (contract, gauge). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme, height } = input;
  const all = handsOf(input);
  const hands = largestOf(all, ({ value }) => value ?? 0, MOST);
  const measure = measureOf(input, metricsOf(form.metric)[0]);
  const { format } = measure;
  const dial = dialOf(input, hands, format);
  const color = input.colors ?? formColors(form);
  const write = valueWriter(form, format);
  const lines = hands.map((hand) => lineOf(hand, write(hand.value)));
  const places = textPlaces(dial, lines, height);
  const pointAt = (mark: DrawnMark) => {
    const hand = markAt(hands, mark);
    return hand && rowPoint(input, hand.row, hand.name);
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, largestNote(hands.length, all.length, 'value')),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (event) => {
          const hand = markAt(hands, (Array.isArray(event) ? event[0] : event) ?? {});
          if (!hand) return '';
          return tooltipMarkup(hand.name, [{ name: measure.name, values: [write(hand.value)] }]);
        },
      },
      series: [
        {
          ...seriesOf(form, dial, intervalsOf(form, dial), theme, format),
          data: hands.map((hand, index) => itemOf(input, hand, color, write, places, index)),
        },
      ],
    },
    crossFilter: (mark) => pointAt(mark)?.crossFilter,
    pointAt,
  };
}

/** Writes a value with the text around it. */
function valueWriter(form: ChartFormData, format: NumberFormatter): (value: number | null) => string {
  const template = textOf(form.value_formatter) ?? '{value}';
  return (value) => (value === null ? NO_VALUE : template.replace('{value}', () => format(value)));
}

/** Name and value side by side. */
function lineOf({ name }: Pick<Hand, 'name'>, written: string): string {
  return name === '' ? written : `${name}  ${written}`;
}

/** The text, or as much of it as fits the width. */
function shortened(text: string, fontSize: number, width: number): string {
  const needed = textWidth(text, fontSize);
  return needed <= width
    ? text
    : `${text.slice(0, Math.max(0, Math.floor((text.length * width) / needed) - 1))}…`;
}

function itemOf(
  { theme, selected }: DrawInput,
  hand: Hand,
  color: LabelColors,
  write: (value: number | null) => string,
  { together, fontSize, titleAt, detailAt, width }: TextPlaces,
  index: number,
): NonNullable<GaugeSeriesOption['data']>[number] {
  const { name, label, value } = hand;
  const opacity = selectionOpacity(name, selected);
  // What is cut where there is too little room is the name, never the value.
  const nameBeside = (written: string) =>
    shortened(name, fontSize, width * 0.9 - textWidth(`  ${written}`, fontSize));
  const text = { fontSize, width, overflow: 'truncate', fontFamily: theme.fontFamily } as const;
  return {
    name,
    value: value ?? 0,
    // Nothing points at a value that is missing.
    itemStyle: { color: color(label), opacity: value === null ? 0 : opacity },
    title: {
      ...text,
      show: opacity === 1 && !together && name !== '',
      offsetCenter: [0, titleAt(index)],
      color: theme.colorTextSecondary,
    },
    detail: {
      ...text,
      show: opacity === 1,
      offsetCenter: [0, detailAt(index)],
      color: theme.colorText,
      formatter: (shown) => {
        const written = write(value === null ? null : shown);
        return together ? lineOf({ name: nameBeside(written) }, written) : written;
      },
    },
  };
}

function seriesOf(
  form: ChartFormData,
  dial: Dial,
  intervals: Interval[],
  theme: DrawTheme,
  format: NumberFormatter,
): GaugeSeriesOption {
  const hasIntervals = intervals.length > 0;
  const lineColor = hasIntervals ? AUTO : theme.colorBorder;
  const roundCap = Boolean(form.round_cap);
  const animation = Boolean(form.animation);
  return {
    type: 'gauge',
    min: dial.min,
    max: dial.max,
    startAngle: numberOf(form.start_angle) ?? 225,
    endAngle: numberOf(form.end_angle) ?? -45,
    splitNumber: dial.parts,
    radius: dial.radius,
    center: ['50%', '55%'],
    animation,
    axisLine: {
      roundCap,
      lineStyle: { width: dial.thickness, color: hasIntervals ? intervals : [[1, theme.colorSplit]] },
    },
    axisLabel: {
      distance: dial.labelDistance,
      fontSize: dial.fontSize,
      fontFamily: theme.fontFamily,
      color: hasIntervals ? 'inherit' : theme.colorTextSecondary,
      formatter: format,
    },
    axisTick: {
      show: Boolean(form.show_axis_tick),
      distance: dial.tickDistance,
      length: dial.tickLength,
      lineStyle: { color: lineColor },
    },
    splitLine: {
      show: Boolean(form.show_split_line),
      distance: dial.lineDistance,
      length: dial.lineLength,
      lineStyle: { color: lineColor, width: 0.16 * dial.fontSize },
    },
    progress: {
      show: Boolean(form.show_progress),
      overlap: Boolean(form.overlap),
      roundCap,
      width: dial.fontSize,
    },
    pointer: {
      show: Boolean(form.show_pointer),
      showAbove: false,
      ...(hasIntervals ? { itemStyle: { color: AUTO } } : {}),
    },
    detail: { valueAnimation: animation, fontWeight: 'bold', lineHeight: dial.fontSize },
  };
}
