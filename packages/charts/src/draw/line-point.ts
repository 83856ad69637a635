import { columnLabel } from '@chartroom/model';
import type { DataPoint, DrawInput } from '../chart-type.ts';
import { TIMESTAMP } from '../question/base-axis.ts';
import { columnsOf } from '../question/read-form.ts';
import { crossFilterOf } from './cross-filter.ts';
import { type ColumnValue, drillFilters } from './data-point.ts';
import type { LineOverTime } from './lines-over-time.ts';
import { NULL_TEXT } from './row-names.ts';

/** What a point of a series stands for: its moment and the values of its series; it filters by the latter. */
export function linePoint(
  { form, results }: Pick<DrawInput, 'form' | 'results'>,
  line: Pick<LineOverTime, 'name' | 'parts'>,
  moment: number | undefined,
): DataPoint {
  const dimensions = columnsOf(form.groupby).map(columnLabel);
  const values = dimensions.map((column, at): ColumnValue => {
    const part = line.parts[at];
    return [column, part === undefined || part === NULL_TEXT ? null : part];
  });
  const [result] = results;
  const filters = drillFilters(form, result, values);
  const time: ColumnValue[] = moment === undefined ? [] : [[TIMESTAMP, moment]];
  return {
    crossFilter: crossFilterOf(
      dimensions,
      values.map(([, value]) => value),
      line.name,
    ),
    detail: [...drillFilters(form, result, time), ...filters],
    drillBy: { field: 'groupby', filters },
  };
}
