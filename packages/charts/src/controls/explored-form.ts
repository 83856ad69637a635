import type { ChartFormData, DatasourceData, ExploreAnswer } from '@chartroom/model';
import type { ChartType } from '../chart-type.ts';
import { withNewestMatrix } from '../matrix/matrix.ts';
import { defaultsOf } from './panel.ts';

/**
 * The form data with which Explore opens: what it was answered, and what the panel of the chart's type fills in. A page asks this
 * first, and whoever wants to know the answer that it will have asks the same.
 */
export function exploredForm(
  type: ChartType | undefined,
  { dataset, form_data }: Pick<ExploreAnswer, 'dataset' | 'form_data'>,
): ChartFormData {
  const given = withNewestMatrix({ datasource: dataset.uid, viz_type: type?.key ?? 'table', ...form_data });
  return type ? withDefaults(type, given, dataset) : given;
}

/** Form data with what the panel fills in for a new chart of this dataset. */
export function withDefaults(
  type: ChartType,
  form: ChartFormData,
  datasource: DatasourceData | null,
): ChartFormData {
  const filled: ChartFormData = { ...defaultsOf(type.controls), ...form };
  for (const section of type.controls.sections) {
    for (const control of section.rows.flat()) {
      if (form[control.name] !== undefined) continue;
      const initial = control.initial?.({ form: filled, datasource });
      if (initial !== undefined) filled[control.name] = initial;
    }
  }
  return filled;
}
