import { type ChartType, type Control, defaultsOf, matrixSettings } from '@chartroom/charts';
import {
  type ChartFormData,
  type ColumnRef,
  type DatasourceData,
  isAdhocColumn,
  type MetricRef,
} from '@chartroom/model';

/**
 * Form data for another chart type (contract/charts.md §3.0): shared keys stay as they are, metrics and
 * dimensions are pooled and dealt to the new chart's controls in their order, the rest takes defaults.
 */
export function carryOver(
  form: ChartFormData,
  known: ChartType | undefined,
  to: ChartType,
  datasource: DatasourceData | null,
): ChartFormData {
  // Of a type whose panel is not known, what this one calls the same is taken for the same.
  const from = known ?? to;
  const next: ChartFormData = {
    ...defaultsOf(to.controls),
    ...matrixSettings(form),
    datasource: form.datasource,
    viz_type: to.key,
  };
  if (form.slice_id !== undefined) next.slice_id = form.slice_id;
  const metrics = pool(form, from, 'DndMetricSelect', metricKey);
  const columns = pool(form, from, 'DndColumnSelect', columnKey);
  for (const control of to.controls.sections.flatMap((section) => section.rows.flat())) {
    if (control.type === 'DndMetricSelect') deal(next, control, form, metrics);
    else if (control.type === 'DndColumnSelect') deal(next, control, form, columns);
    else if (
      form[control.name] !== undefined &&
      from.controls.sections.some((section) => section.rows.flat().some((each) => each.name === control.name))
    ) {
      next[control.name] = form[control.name];
    } else {
      const initial = control.initial?.({ form: next, datasource });
      if (initial !== undefined) next[control.name] = initial;
    }
  }
  return next;
}

/** Takes for a control what it had under its own name, else what is left of the pool. */
function deal<T>(next: ChartFormData, control: Control, form: ChartFormData, left: Map<string, T>): void {
  const take = (keys: string[]) => {
    const taken = keys.map((key) => left.get(key)).filter((each) => each !== undefined);
    for (const key of keys) left.delete(key);
    return taken;
  };
  const own = valuesOf(form[control.name])
    .map((value) => keyOfAny(value))
    .filter((key) => left.has(key));
  const others = control.required ? [...left.keys()].slice(0, control.multi ? left.size : 1) : [];
  const keys = own.length > 0 ? own : others;
  if (keys.length === 0) return;
  const taken = take(control.multi ? keys : keys.slice(0, 1));
  next[control.name] = control.multi ? taken : taken[0];
}

function pool<T>(
  form: ChartFormData,
  from: ChartType,
  kind: string,
  keyOf: (value: unknown) => { key: string; value: T } | undefined,
) {
  const found = new Map<string, T>();
  for (const control of from.controls.sections.flatMap((section) => section.rows.flat())) {
    if (control.type !== kind) continue;
    for (const value of valuesOf(form[control.name])) {
      const entry = keyOf(value);
      if (entry) found.set(entry.key, entry.value);
    }
  }
  return found;
}

function valuesOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function keyOfAny(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function metricKey(value: unknown): { key: string; value: MetricRef } | undefined {
  return isMetric(value) ? { key: keyOfAny(value), value } : undefined;
}

function columnKey(value: unknown): { key: string; value: ColumnRef } | undefined {
  return isColumn(value) ? { key: keyOfAny(value), value } : undefined;
}

function isMetric(value: unknown): value is MetricRef {
  return (
    typeof value === 'string' || (typeof value === 'object' && value !== null && 'expressionType' in value)
  );
}

function isColumn(value: unknown): value is ColumnRef {
  return typeof value === 'string' || isAdhocColumn(value);
}
