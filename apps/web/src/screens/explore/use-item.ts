import { type Kind, targetOf } from './click-target.ts';
import { simpleMetric } from './controls/simple-metric.ts';
import { useExplore } from './explore-store.ts';

/** Puts a clicked metric or column where it is expected. */
export function useItem(): (kind: Kind, name: string) => void {
  return (kind, name) => {
    const state = useExplore.getState();
    const { datasource, form, setControl } = state;
    const target = datasource && targetOf(state, kind, name);
    if (!target) return;
    const value =
      target.type === 'DndMetricSelect' && kind === 'column' ? simpleMetric(name, datasource) : name;
    const before = form[target.name];
    if (!target.multi) setControl(target.name, value);
    else if (!Array.isArray(before)) setControl(target.name, [value]);
    else if (!before.includes(value)) setControl(target.name, [...before, value]);
  };
}
