import { ListField } from '../controls/list-field.tsx';
import type { ValueFieldProps } from '../controls/value-fields.tsx';
import { type Layer, layersOf, layerText } from './layer.ts';
import { LayerEditor } from './layer-editor.tsx';

/** Formulas, events, intervals and series of other charts that are drawn over the chart (contract/ui.md D8). */
export function LayersField({ control, label, value, onChange }: ValueFieldProps) {
  const layers = layersOf(value);
  return (
    <ListField<Layer>
      id={`control-${control.name}`}
      label={label}
      values={layers}
      textOf={layerText}
      multi
      addText="Add annotation layer"
      fromDrop={() => undefined}
      editor={(layer, actions) => (
        <LayerEditor
          layer={layer}
          others={layers.filter((each) => each !== layer).map(({ name }) => String(name))}
          {...actions}
        />
      )}
      onChange={onChange}
    />
  );
}
