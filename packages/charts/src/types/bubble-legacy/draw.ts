import type { ChartFormData } from '@chartroom/model';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { tickLayout } from '../../draw/axis-look.ts';
import { endLabels, olderMargins } from '../../draw/older-axes.ts';
import { draw as drawBubbles } from '../bubble/draw.ts';

/** Pixels between an axis and its title. */
const TITLE_MARGIN = 30;

/** Bubbles as older charts describe them. */
export function draw(input: DrawInput): EChartsDrawing {
  const { form } = input;
  const drawing = drawBubbles({ ...input, form: bubbleForm(form) });
  const { grid, xAxis, yAxis } = drawing.option;
  return {
    ...drawing,
    option: {
      ...drawing.option,
      grid: { ...single(grid), ...olderMargins(form) },
      xAxis: withLabels(single(xAxis), {
        ...tickLayout(form.x_ticks_layout),
        ...endLabels(form.x_axis_showminmax),
      }),
      yAxis: withLabels(single(yAxis), endLabels(form.y_axis_showminmax)),
    },
  };
}

/** The same settings under the names of today. */
function bubbleForm(form: ChartFormData): ChartFormData {
  return {
    ...form,
    x_axis_title_margin: TITLE_MARGIN,
    y_axis_title_margin: TITLE_MARGIN,
    xAxisFormat: form.x_axis_format,
    logXAxis: form.x_log_scale,
    logYAxis: form.y_log_scale,
    truncateXAxis: false,
    truncateYAxis: true,
  };
}

function single<T>(value: T | T[] | undefined): T | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function withLabels<A extends { axisLabel?: object }>(axis: A | undefined, label: object): A | undefined {
  return axis && { ...axis, axisLabel: { ...axis.axisLabel, ...label } };
}
