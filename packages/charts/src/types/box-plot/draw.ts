import type { ChartFormData } from '@chartroom/model';
import type {
  BoxplotSeriesOption,
  ScatterSeriesOption,
  XAXisComponentOption,
  YAXisComponentOption,
} from 'echarts';
import type { DrawInput, DrawnMark, EChartsDrawing } from '../../chart-type.ts';
import { axesFrame } from '../../draw/axes-frame.ts';
import { axisLook, axisText, tickLayout } from '../../draw/axis-look.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { cutNames } from '../../draw/category-labels.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { markAt } from '../../draw/mark-at.ts';
import { largestNote, largestOf, NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { NO_VALUE } from '../../draw/row-names.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { formColors } from '../../format/label-colors.ts';
import { type NumberFormatter, numberFormatter } from '../../format/number.ts';
import { membersOf, numberOf, textOf } from '../../question/read-form.ts';
import { type Box, boxesOf } from './boxes.ts';

/** How much of what lies behind a box is seen through it. */
const OPACITY = 0.6;
/** Pixels of the width that a box takes at least: of more boxes those of the most values are drawn. */
const NARROWEST = 4;

/** Boxes of groups beside each other, and what lies beyond their whiskers as points (contract, box plot). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme, selected } = input;
  const all = boxesOf(input);
  const boxes = largestOf(all, ({ count }) => count ?? 0, Math.ceil(input.width / NARROWEST));
  const notes = largestNote(boxes.length, all.length, 'group');
  const color = input.colors ?? formColors(form);
  const format = numberFormatter(textOf(form.number_format));
  const styles = boxes.map(({ group }) => ({
    color: color(group),
    opacity: OPACITY * selectionOpacity(group, selected),
    // Ends and middle are seen against either page, whatever the colour of the box.
    borderColor: theme.colorTextSecondary,
  }));
  const boxAt = (mark: DrawnMark) => boxes[outlierOf(mark.data)?.box ?? -1] ?? markAt(boxes, mark);
  const pointAt = (mark: DrawnMark) => {
    const box = boxAt(mark);
    return box && rowPoint(input, box.row, box.group);
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notes),
      grid: axesFrame({ ...form, show_legend: false }, titleRooms(form, notes.length > 0)),
      ...axesOf(input, boxes, format),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (event) => {
          const mark = Array.isArray(event) ? event[0] : event;
          const box = mark && boxAt(mark);
          return box ? tooltip(box, outlierOf(mark?.data)?.value, format) : '';
        },
      },
      series: [boxSeries(boxes, styles), outlierSeries(boxes, styles)],
    },
    crossFilter: (mark) => pointAt(mark)?.crossFilter,
    pointAt,
  };
}

type Style = NonNullable<ScatterSeriesOption['itemStyle']>;

function boxSeries(boxes: readonly Box[], styles: readonly Style[]): BoxplotSeriesOption {
  return {
    type: 'boxplot',
    name: 'boxplot',
    data: boxes.map((box, index) => ({
      name: box.name,
      value: [box.min, box.q1, box.median, box.q3, box.max, box.mean, box.count].map((part) => part ?? '-'),
      ...(styles[index] ? { itemStyle: styles[index] } : {}),
    })),
  };
}

/** A point knows its box by the place: two boxes may have one name. */
function outlierSeries(boxes: readonly Box[], styles: readonly Style[]): ScatterSeriesOption {
  return {
    type: 'scatter',
    name: 'outlier',
    symbolSize: 6,
    data: boxes.flatMap(({ outliers }, box) =>
      outliers.map((value) => ({
        value: [box, value],
        box,
        ...(styles[box] ? { itemStyle: styles[box] } : {}),
      })),
    ),
  };
}

/** What a mark says of itself when it is a point beyond the whiskers. */
function outlierOf(data: unknown): { box: number; value: number } | undefined {
  const { box, value } = membersOf(data);
  const [place, amount] = [numberOf(box), numberOf(Array.isArray(value) ? value[1] : undefined)];
  return place === undefined || amount === undefined ? undefined : { box: place, value: amount };
}

/** Pixels for titles, and for a note below. */
function titleRooms(form: ChartFormData, hasNote: boolean): { bottom: number; left?: number; top?: number } {
  const below = textOf(form.x_axis_title) ? (numberOf(form.x_axis_title_margin) ?? 0) : 0;
  const beside = textOf(form.y_axis_title) ? (numberOf(form.y_axis_title_margin) ?? 0) : 0;
  return {
    bottom: below + (hasNote ? NOTE_ROOM : 0),
    [form.y_axis_title_position === 'Top' ? 'top' : 'left']: beside,
  };
}

function axesOf(
  { form, theme, width }: DrawInput,
  boxes: readonly Box[],
  format: NumberFormatter,
): { xAxis: XAXisComponentOption; yAxis: YAXisComponentOption } {
  return {
    xAxis: {
      ...axisLook(theme),
      type: 'category',
      name: textOf(form.x_axis_title) ?? '',
      nameLocation: 'middle',
      nameGap: numberOf(form.x_axis_title_margin) ?? 15,
      data: boxes.map((box) => box.name),
      axisLabel: {
        ...axisText(theme),
        ...tickLayout(form.x_ticks_layout),
        formatter: cutNames(String, width),
      },
    },
    yAxis: {
      ...axisLook(theme),
      type: 'value',
      name: textOf(form.y_axis_title) ?? '',
      nameLocation: form.y_axis_title_position === 'Top' ? 'end' : 'middle',
      nameGap: numberOf(form.y_axis_title_margin) ?? 30,
      scale: true,
      axisLabel: { ...axisText(theme), hideOverlap: true, formatter: (value: number) => format(value) },
    },
  };
}

function tooltip(box: Box, outlier: number | undefined, format: NumberFormatter): string {
  const text = (value: number | null) => (value === null ? NO_VALUE : format(value));
  if (outlier !== undefined) return tooltipMarkup(box.name, [{ name: 'Outlier', values: [format(outlier)] }]);
  return tooltipMarkup(box.name, [
    { name: 'Max', values: [text(box.max)] },
    { name: '3rd Quartile', values: [text(box.q3)] },
    { name: 'Mean', values: [text(box.mean)] },
    { name: 'Median', values: [text(box.median)] },
    { name: '1st Quartile', values: [text(box.q1)] },
    { name: 'Min', values: [text(box.min)] },
    { name: '# Observations', values: [text(box.count)] },
    { name: '# Outliers', values: [String(box.outliers.length)] },
  ]);
}
