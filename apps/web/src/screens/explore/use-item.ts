import type { Control } from '@chartroom/charts';
import { simpleMetric } from './controls/reference-fields.tsx';
import { useExplore } from './explore-store.ts';

/** Puts a clicked metric or column into the first control that takes it and has room: required ones first. */
export function useItem(): (kind: 'metric' | 'column', name: string) => void {
  return (kind, name) => {
    const { type, form, datasource, setControl } = useExplore.getState();
    if (!type || !datasource) return;
    const state = { form, datasource };
    const controls = type.controls.sections
      .flatMap((section) => section.rows.flat())
      .filter((control) => !control.hidden && (control.visible?.(state) ?? true) && accepts(control, kind));
    const target =
      controls.find((control) => isEmpty(form[control.name])) ?? controls.find((control) => control.multi);
    if (!target) return;
    const value =
      target.type === 'DndMetricSelect' && kind === 'column' ? simpleMetric(name, datasource) : name;
    const before = form[target.name];
    if (!target.multi) setControl(target.name, value);
    else if (!Array.isArray(before)) setControl(target.name, [value]);
    else if (!before.includes(value)) setControl(target.name, [...before, value]);
  };
}

function accepts(control: Control, kind: 'metric' | 'column'): boolean {
  return kind === 'metric' ? control.type === 'DndMetricSelect' : control.type === 'DndColumnSelect';
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
