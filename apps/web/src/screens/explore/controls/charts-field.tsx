import { listed, numberOf } from '@chartroom/charts';
import { chartApi } from '@chartroom/model';
import { namedChoices, RemoteSelect } from '../../../shared/editor/remote-select.tsx';
import type { ValueFieldProps } from './value-fields.tsx';

/** Charts of the family of layers over a map, and none that is made of others itself. */
const LAYERS = [
  { col: 'viz_type', opr: 'sw', value: 'deck_' },
  { col: 'viz_type', opr: 'neq', value: 'deck_multi' },
];

/** Several charts by id, in the order in which they were chosen. */
export function ChartsField({ control, label, value, onChange }: ValueFieldProps) {
  return (
    <RemoteSelect
      id={`control-${control.name}`}
      label={label}
      placeholder="Select charts"
      source={[chartApi.list.path, 'layers']}
      load={(asked, signal) => namedChoices('chart', 'slice_name', asked, signal, LAYERS)}
      value={listed(value).flatMap((id) => numberOf(id) ?? [])}
      onChange={onChange}
    />
  );
}
