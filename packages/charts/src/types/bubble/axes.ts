import type { ChartFormData } from '@chartroom/model';
import type { GridComponentOption, XAXisComponentOption, YAXisComponentOption } from 'echarts';
import type { DrawInput, DrawTheme } from '../../chart-type.ts';
import { axesFrame } from '../../draw/axes-frame.ts';
import { axisLook, axisText } from '../../draw/axis-look.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { listed, numberOf, textOf } from '../../question/read-form.ts';

const TITLE_MARGIN = 30;

/** Both axes; their rotations turn the titles (contract, bubble). */
export function axesOf(
  { form, theme }: DrawInput,
  formats: Readonly<Record<'x' | 'y', NumberFormatter>>,
): { xAxis: XAXisComponentOption; yAxis: YAXisComponentOption } {
  const interval =
    form.xAxisLabelInterval === '0' ? { interval: 0, hideOverlap: false } : { interval: 'auto' as const };
  return {
    xAxis: {
      ...titled(theme, form.x_axis_label, form.x_axis_title_margin),
      ...turned(form.xAxisLabelRotation),
      type: form.logXAxis ? 'log' : 'value',
      scale: true,
      ...xBounds(form),
      axisLabel: { ...labels(theme, formats.x), ...interval },
    },
    yAxis: {
      ...titled(theme, form.y_axis_label, form.y_axis_title_margin),
      ...turned(form.yAxisLabelRotation),
      type: form.logYAxis ? 'log' : 'value',
      scale: Boolean(form.truncateYAxis),
      ...boundsOf(form.y_axis_bounds, Boolean(form.logYAxis)),
      axisLabel: labels(theme, formats.y),
    },
  };
}

/** The frame of the axes: titles take room as the legend does. */
export function gridOf({ form }: DrawInput): GridComponentOption {
  return axesFrame(form, {
    bottom: textOf(form.x_axis_label) ? (numberOf(form.x_axis_title_margin) ?? TITLE_MARGIN) : 0,
    left: textOf(form.y_axis_label) ? (numberOf(form.y_axis_title_margin) ?? TITLE_MARGIN) : 0,
  });
}

function titled(theme: DrawTheme, title: unknown, margin: unknown) {
  const look = axisLook(theme);
  return {
    ...look,
    splitLine: { lineStyle: { ...look.splitLine.lineStyle, type: 'dashed' as const } },
    name: textOf(title) ?? '',
    nameLocation: 'middle' as const,
    nameGap: numberOf(margin) ?? TITLE_MARGIN,
  };
}

function labels(theme: DrawTheme, format: NumberFormatter) {
  return { ...axisText(theme), hideOverlap: true, formatter: (value: number) => format(value) };
}

/** A title stands along its axis until it is turned. */
function turned(rotation: unknown): { nameRotate?: number } {
  const degrees = numberOf(rotation) ?? 0;
  return degrees === 0 ? {} : { nameRotate: degrees };
}

type Bound = number | 'dataMin' | 'dataMax';

/** A truncated axis shows the data and no more; powers of ten follow the data by themselves. */
function xBounds(form: ChartFormData): { min?: Bound; max?: Bound } {
  if (!form.truncateXAxis) return {};
  const given = boundsOf(form.xAxisBounds, Boolean(form.logXAxis));
  return form.logXAxis ? given : { min: 'dataMin', max: 'dataMax', ...given };
}

/** What of two bounds is given; an axis of powers of ten has none at or below zero. */
function boundsOf(value: unknown, log: boolean): { min?: number; max?: number } {
  const [min, max] = listed(value)
    .map(numberOf)
    .map((bound) => (log && bound !== undefined && bound <= 0 ? undefined : bound));
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
