import type { ChartFormData } from '@chartroom/model';
import type { GridComponentOption, XAXisComponentOption, YAXisComponentOption } from 'echarts';
import type { DrawTheme } from '../chart-type.ts';
import type { NumberFormatter } from '../format/number.ts';
import { axisMoments, type TimeFormatter, timeFormatter } from '../format/time.ts';
import { listed, numberOf, textOf } from '../question/read-form.ts';
import { axesFrame } from './axes-frame.ts';
import { axisLook, axisText, tickLayout } from './axis-look.ts';

/** Pixels between an axis and its title. */
const TITLE_GAP = 30;

/** The frame of axes whose titles and margins are kept as charts of before keep them. */
export function olderFrame(form: ChartFormData): GridComponentOption {
  const rooms = {
    ...(textOf(form.x_axis_label) ? { bottom: TITLE_GAP } : {}),
    ...(textOf(form.y_axis_label) ? { left: TITLE_GAP } : {}),
  };
  return { ...axesFrame(form, rooms), ...olderMargins(form) };
}

/** A margin of its own leaves room for longer labels. */
export function olderMargins(form: ChartFormData): { left?: number; bottom?: number } {
  const [left, bottom] = [numberOf(form.left_margin), numberOf(form.bottom_margin)];
  return { ...(left === undefined ? {} : { left }), ...(bottom === undefined ? {} : { bottom }) };
}

/** The labels at both ends of an axis are written when they are asked for, even beside others. */
export function endLabels(wanted: unknown): { showMinLabel?: boolean; showMaxLabel?: boolean } {
  return wanted ? { showMinLabel: true, showMaxLabel: true } : {};
}

/** The axis of time along which charts of before run. */
export function olderTimeAxis(form: ChartFormData, theme: DrawTheme): XAXisComponentOption {
  const write = momentWriter(form);
  const formatter = isTimePattern(form.x_axis_format) ? (value: number) => write(value) : axisMoments();
  return {
    ...axisLook(theme),
    ...titleOf(form.x_axis_label),
    type: 'time',
    splitLine: { show: false },
    axisLabel: {
      ...axisText(theme),
      hideOverlap: true,
      ...tickLayout(form.x_ticks_layout),
      ...endLabels(form.x_axis_showminmax),
      ...(formatter && { formatter }),
    },
  };
}

/** Stands for a pattern of time; formats of numbers, which some panels offer there, have none. */
const TIME_PATTERN = /%-?[a-z]/i;

function isTimePattern(format: unknown): boolean {
  return TIME_PATTERN.test(textOf(format) ?? '');
}

/** Writes a moment of the axis where it stands alone. */
export function momentWriter({ x_axis_format: format }: ChartFormData): TimeFormatter {
  return timeFormatter(isTimePattern(format) ? textOf(format) : 'smart_date_verbose');
}

/** The moment that a tooltip of an axis is about; NaN where there is none. */
export function pointedMoment(events: unknown): number {
  const [first]: unknown[] = Array.isArray(events) ? events : [events];
  return Number(Object(first).axisValue);
}

/** The title of an axis, beside its middle. */
function titleOf(title: unknown) {
  return { name: textOf(title) ?? '', nameLocation: 'middle' as const, nameGap: TITLE_GAP };
}

/** The axis of values: its scale, its bounds and how it is written. */
export function olderValueAxis(
  form: ChartFormData,
  theme: DrawTheme,
  format: NumberFormatter,
): YAXisComponentOption {
  const [min, max] = listed(form.y_axis_bounds).map(numberOf);
  return {
    ...axisLook(theme),
    ...titleOf(form.y_axis_label),
    type: form.y_log_scale ? 'log' : 'value',
    scale: true,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    axisLabel: {
      ...axisText(theme),
      ...endLabels(form.y_axis_showminmax),
      hideOverlap: true,
      formatter: (value: number) => format(value),
    },
  };
}
