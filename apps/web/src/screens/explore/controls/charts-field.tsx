import { listed, membersOf, numberOf } from '@chartroom/charts';
import { chartApi } from '@chartroom/model';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { namedChoices, OneRemoteSelect, RemoteSelect } from '../../../shared/editor/remote-select.tsx';
import type { ValueFieldProps } from './value-fields.tsx';

/** Charts of the family of layers over a map, and none that is made of others itself. */
const LAYERS = [
  { col: 'viz_type', opr: 'sw', value: 'deck_' },
  { col: 'viz_type', opr: 'neq', value: 'deck_multi' },
];

/** One chart of the same dataset, which is kept with the form as it is now; or several charts. */
export function ChartsField(props: ValueFieldProps) {
  return props.control.multi ? <LayersOfField {...props} /> : <OneChartField {...props} />;
}

function OneChartField({ label, value, state, onChange }: ValueFieldProps) {
  const [problem, setProblem] = useState<string>();
  const { id, slice_name: kept } = membersOf(parsed(value));
  const dataset = state.datasource?.id;
  const choose = async (chosen: number | undefined) => {
    setProblem(undefined);
    if (chosen === undefined) return onChange(null);
    try {
      const { result } = await api(chartApi.show, { params: { pk: chosen } });
      const { slice_name, viz_type, params } = result;
      onChange(JSON.stringify({ id: chosen, slice_name, viz_type, params }));
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <>
      <OneRemoteSelect
        label={label}
        placeholder="Select chart"
        source={[chartApi.list.path, 'of dataset', String(dataset)]}
        load={(asked, signal) =>
          namedChoices('chart', 'slice_name', asked, signal, [
            { col: 'datasource_id', opr: 'eq', value: dataset ?? 0 },
            { col: 'viz_type', opr: 'neq', value: 'cartodiagram' },
          ])
        }
        value={numberOf(id)}
        knownAs={typeof kept === 'string' ? kept : undefined}
        onChange={(chosen) => void choose(chosen)}
      />
      {problem && <div role="alert">{problem}</div>}
    </>
  );
}

function parsed(value: unknown): unknown {
  try {
    const read: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return read;
  } catch {
    return undefined;
  }
}

/** Several charts by id, in the order in which they were chosen. */
function LayersOfField({ control, label, value, onChange }: ValueFieldProps) {
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
