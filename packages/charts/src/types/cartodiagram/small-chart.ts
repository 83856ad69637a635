import { type ChartFormData, type ColumnRef, columnLabel } from '@chartroom/model';
import type { ChartType } from '../../chart-type.ts';
import { parsedJson } from '../../deck/shapes.ts';
import { isAdhocFilter } from '../../question/filters.ts';
import { partForm } from '../../question/part-form.ts';
import { columnsOf, listed, membersOf, textOf } from '../../question/read-form.ts';
import { smallType } from './small-types.ts';

/** The chart that stands at each place. */
export interface SmallChart {
  /** Undefined where none of its type can be drawn so small. */
  type: ChartType | undefined;
  /** Its type, as it is stored. */
  key: string;
  /** What it is called. */
  name: string;
  /** Its form data, under the filters of the map. */
  form: ChartFormData;
  /** The column that says where its rows are. */
  place: ColumnRef | undefined;
}

/** The chart that a map repeats at its places, as the form holds it (contract/charts.md §3.29); undefined when it holds none. */
export function smallChart(form: ChartFormData): SmallChart | undefined {
  const stored = membersOf(parsedMembers(form.selected_chart));
  const params = parsedMembers(stored.params);
  const key = textOf(stored.viz_type) ?? textOf(params.viz_type);
  if (key === undefined) return undefined;
  const own: ChartFormData = { ...params, datasource: form.datasource, viz_type: key };
  const filters = {
    id: 0,
    adhoc_filters: listed(form.adhoc_filters).filter(isAdhocFilter),
    extra_filters: listed(form.extra_filters),
    extra_form_data: form.extra_form_data ?? {},
  };
  const [place] = columnsOf(form.geom_column);
  return {
    type: smallType(key),
    key,
    name: textOf(stored.slice_name) ?? key,
    form: partForm(own, filters),
    place,
  };
}

/** The form by which it is asked for all places at once. */
export function askedForm({ form, place }: SmallChart): ChartFormData {
  if (place === undefined) return form;
  const others = columnsOf(form.groupby).filter((column) => columnLabel(column) !== columnLabel(place));
  return { ...form, groupby: [place, ...others] };
}

function parsedMembers(value: unknown): Record<string, unknown> {
  return membersOf(typeof value === 'string' ? parsedJson(value) : value);
}
