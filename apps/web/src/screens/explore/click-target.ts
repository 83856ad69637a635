import type { Control } from '@chartroom/charts';
import { type DatasetColumn, type DatasourceData, hasSavedMetricsOnly, metricLabel } from '@chartroom/model';
import { simpleMetric } from './controls/simple-metric.ts';
import type { ExploreState } from './explore-store.ts';
import { isAmount } from './first-chart.ts';

/** What is clicked. */
export type Kind = 'metric' | 'column';

/** What is read of the panel. */
type Panel = Pick<ExploreState, 'type' | 'form' | 'datasource'>;

/** What a click on a metric or column does, in a few words; nothing where no control has room for it. */
export function effectOfClick(state: Panel, kind: Kind, name: string): string | undefined {
  const target = targetOf(state, kind, name);
  if (!target || !state.datasource) return undefined;
  const label = target.label || target.name.replaceAll('_', ' ');
  const metric =
    target.type === 'DndMetricSelect' && kind === 'column' && simpleMetric(name, state.datasource);
  return `A click adds ${metric ? `${metricLabel(metric)} ` : ''}to "${label}".`;
}

/**
 * The first control that takes it and has room: empty ones first, then those that hold several. Numbers that are added up
 * go to metrics rather than to dimensions.
 */
export function targetOf({ type, form, datasource }: Panel, kind: Kind, name: string): Control | undefined {
  if (!type || !datasource) return undefined;
  const state = { form, datasource };
  const controls = type.controls.sections
    .flatMap((section) => section.rows.flat())
    .filter((control) => !control.hidden && (control.visible?.(state) ?? true));
  const roomIn = (field: Control['type']) => {
    const all = controls.filter((control) => control.type === field);
    return all.find((control) => isEmpty(form[control.name])) ?? all.find((control) => control.multi);
  };
  if (kind === 'metric') return roomIn('DndMetricSelect');
  const amount = amountOf(datasource, name);
  return (amount && roomIn('DndMetricSelect')) ?? roomIn('DndColumnSelect');
}

/** The column of this name, where its numbers may be added up. */
function amountOf({ columns, extra }: DatasourceData, name: string): DatasetColumn | undefined {
  if (hasSavedMetricsOnly(extra)) return undefined;
  return columns.find((column) => column.column_name === name && isAmount(column));
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
