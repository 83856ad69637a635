import type { ChartFormData } from '@chartroom/model';
import { textOf } from '../../question/read-form.ts';

/** The two questions of a mixed chart. */
export type Part = 'A' | 'B';

/** At the end of keys that say what the second question asks; elsewhere such keys have none. */
const ASKED = '_b';
/** At the end of keys that say how the second question's series are drawn. */
const DRAWN = 'B';
/** Keys of how series are drawn that each question has. */
const MARK_KEYS = [
  'seriesType',
  'stack',
  'area',
  'show_value',
  'only_total',
  'opacity',
  'markerEnabled',
  'markerSize',
  'yAxisIndex',
  'sort_series_type',
  'sort_series_ascending',
] as const;

/** Settings of single charts along time that a mixed chart has not, though form data of another type may hold them. */
const NOT_MIXED = ['orientation', 'x_axis_sort', 'stackDimension', 'forecastEnabled', 'show_extra_controls'];

/** The form data of one question alone; where the second says nothing, it asks as the first does. */
export function askedForm(form: ChartFormData, part: Part): ChartFormData {
  const entries = Object.entries(form);
  const own = entries.filter(([key]) => !key.endsWith(ASKED));
  const second = entries
    .filter(([key]) => key.endsWith(ASKED))
    .map(([key, value]) => [key.slice(0, -ASKED.length), value] as const);
  const asked = Object.fromEntries(part === 'A' ? own : [...own, ...second]);
  return { ...asked, datasource: form.datasource, viz_type: form.viz_type };
}

/** The form data by which the series of one question are drawn, on the axis that they stand on. */
export function drawnForm(form: ChartFormData, part: Part): ChartFormData {
  const asked = Object.entries(askedForm(form, part)).filter(([key]) => !NOT_MIXED.includes(key));
  const marks = MARK_KEYS.map((key) => [key, form[part === 'A' ? key : `${key}${DRAWN}`]]);
  return {
    ...Object.fromEntries(asked),
    ...Object.fromEntries(marks),
    ...axisForm(form, axisOf(form, part)),
    datasource: form.datasource,
    viz_type: form.viz_type,
  };
}

/** The axis of values that a question's series stand on. */
export function axisOf(form: ChartFormData, part: Part): 0 | 1 {
  return Number(part === 'A' ? form.yAxisIndex : form.yAxisIndexB) === 1 ? 1 : 0;
}

/** What form data say of one axis of values, under the names that charts with one axis have for it. */
export function axisForm(form: ChartFormData, axis: 0 | 1): Record<string, unknown> {
  if (axis === 0) return { y_axis_title: textOf(form.y_axis_title) ?? form.yAxisTitle };
  return {
    y_axis_format: form.y_axis_format_secondary,
    currency_format: form.currency_format_secondary,
    y_axis_bounds: form.y_axis_bounds_secondary,
    y_axis_title: form.yAxisTitleSecondary,
    logAxis: form.logAxisSecondary,
  };
}
