import { type AdhocMetric, type ChartFormData, columnLabel, type QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { placeColumns } from '../../deck/places.ts';
import { queryContext } from '../../question/query-context.ts';
import { uniqueBy } from '../../question/read-form.ts';
import { COUNT, placedForm, pointColumns } from './form.ts';

const ROWS: AdhocMetric = {
  expressionType: 'SQL',
  sqlExpression: 'COUNT(*)',
  label: COUNT,
  hasCustomLabel: true,
};

/** A row per point: as they are, or one of all that have the same values. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  const { groups, label, isCounted, radius } = pointColumns(form);
  const places = placeColumns(placedForm(form), 'spatial');
  const told = label === undefined || isCounted ? [] : [label];
  const columns = uniqueBy(
    [...groups, ...places, ...told, ...(radius === undefined ? [] : [radius])],
    columnLabel,
  );
  return queryContext(form, {
    force,
    shape: ({ metrics: _own, orderby: _by, post_processing: _none, ...base }) => [
      {
        ...base,
        columns,
        ...(groups.length > 0 ? { metrics: isCounted ? [ROWS] : [] } : {}),
      },
    ],
  });
}
