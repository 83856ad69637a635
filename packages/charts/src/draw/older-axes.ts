import type { ChartFormData } from '@chartroom/model';
import type { GridComponentOption, YAXisComponentOption } from 'echarts';
import type { DrawTheme } from '../chart-type.ts';
import type { NumberFormatter } from '../format/number.ts';
import { listed, numberOf, textOf } from '../question/read-form.ts';
import { axesFrame } from './axes-frame.ts';
import { axisLook, axisText } from './axis-look.ts';

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

/** The title of an axis, beside its middle. */
export function olderTitle(title: unknown) {
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
    ...olderTitle(form.y_axis_label),
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
