import { along, isMatrixValue, listed, matrixDimensions, membersOf, textOf } from '@chartroom/charts';
import { datasourceApi, GenericType } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { api } from '../../../api/api.ts';
import styles from './controls.module.css';
import type { ValueFieldProps } from './value-fields.tsx';

/** How a missing value is written in the list, where a value is a text. */
const NOTHING = '<NULL>';

/** The dimension along a side of a matrix and, where they are chosen one by one, its values. */
export function MatrixDimensionField({ control, label, value, state, onChange }: ValueFieldProps) {
  const { dimension: given, values: chosen } = membersOf(value);
  const dimension = textOf(given);
  const side = along(state.form, control.name.endsWith('_rows') ? 'rows' : 'columns');
  const choosesValues = side?.kind === 'dimension' && side.choice === 'members' && dimension !== undefined;
  return (
    <div className={styles.stack}>
      <Select
        id={`control-${control.name}`}
        aria-label={label}
        className={styles.wide}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="Select a dimension"
        value={dimension}
        options={matrixDimensions(state.datasource).map(([name, text]) => ({
          value: String(name),
          label: text,
        }))}
        onChange={(next: string | undefined) => onChange({ dimension: next ?? '', values: [] })}
      />
      {choosesValues && (
        <MemberSelect
          label={`${label}: values`}
          dimension={dimension}
          values={listed(chosen)}
          datasource={state.datasource}
          onChange={(values) => onChange({ dimension, values })}
        />
      )}
    </div>
  );
}

interface MemberSelectProps extends Pick<ValueFieldProps, 'label' | 'onChange'> {
  dimension: string;
  values: readonly unknown[];
  datasource: ValueFieldProps['state']['datasource'];
}

/** Values of a dimension, in the order in which they are chosen. */
function MemberSelect({ label, dimension, values, datasource, onChange }: MemberSelectProps) {
  const offered = useQuery({
    queryKey: ['values', datasource?.uid, dimension],
    enabled: datasource?.filter_select_enabled === true,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { type = 'table', id = 0 } = datasource ?? {};
      const answer = await api(datasourceApi.columnValues, {
        params: { type, pk: id, column: dimension },
        signal,
      });
      return answer.result;
    },
  });
  const kind = datasource?.columns.find((each) => each.column_name === dimension)?.type_generic;
  const known = new Map(
    [...(offered.data ?? []), ...values].filter(isMatrixValue).map((each) => [wordOf(each), each]),
  );
  const words = [...known.keys()].sort((one, other) =>
    one.localeCompare(other, undefined, { numeric: true }),
  );
  const back = (word: string) => {
    const value = known.get(word);
    if (value !== undefined) return value;
    return kind === GenericType.NUMERIC && Number.isFinite(Number(word)) ? Number(word) : word;
  };
  return (
    <Select
      mode="tags"
      className={styles.wide}
      aria-label={label}
      loading={offered.isFetching}
      tokenSeparators={[',', '\n', '\t', ';']}
      placeholder={offered.data ? `${words.length} option(s)` : 'Type a value'}
      value={values.filter(isMatrixValue).map(wordOf)}
      options={words.map((word) => ({ value: word, label: word }))}
      onChange={(next: string[]) => onChange(next.map(back))}
    />
  );
}

function wordOf(value: string | number | boolean | null): string {
  return value === null ? NOTHING : String(value);
}
