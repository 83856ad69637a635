import { type AdhocFilter, type DatasourceData, datasourceApi, GenericType } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select, Tabs } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { TimeRangePicker } from '../time-range/time-range-picker.tsx';
import { operatorOf, operatorsFor } from './operators.ts';
import styles from './popover.module.css';
import { randomName } from './random-name.ts';
import { SqlField } from './sql-field.tsx';

/** What is read of the dataset whose rows a filter narrows. */
export type FilteredDataset = Pick<
  DatasourceData,
  'id' | 'uid' | 'type' | 'columns' | 'filter_select_enabled'
>;

export interface FilterPopoverProps {
  filter: AdhocFilter | undefined;
  datasource: FilteredDataset;
  onSave: (filter: AdhocFilter) => void;
  onCancel: () => void;
}

/** Makes a filter: subject, operator and value, or a piece of SQL. */
export function FilterPopover({ filter, datasource, onSave, onCancel }: FilterPopoverProps) {
  const [draft, setDraft] = useState<AdhocFilter>(
    filter ?? { expressionType: 'SIMPLE', clause: 'WHERE', operator: 'IN', operatorId: 'IN' },
  );
  const change = (part: Partial<AdhocFilter>) => setDraft((old) => ({ ...old, ...part }));
  const wrong = wrongNumbers(draft, datasource);
  const ready = isComplete(draft) && wrong.length === 0;
  const save = () =>
    onSave({
      ...draft,
      filterOptionName: draft.filterOptionName ?? `filter_${randomName()}_${randomName()}`,
    });
  return (
    <div className={styles.popover}>
      <Tabs
        size="small"
        activeKey={draft.expressionType}
        onChange={(tab) => change({ expressionType: tab === 'SQL' ? 'SQL' : 'SIMPLE' })}
        items={[
          {
            key: 'SIMPLE',
            label: 'Simple',
            children: <SimpleFilter draft={draft} datasource={datasource} onChange={change} />,
          },
          {
            key: 'SQL',
            label: 'Custom SQL',
            children: <SqlFilter draft={draft} datasource={datasource} onChange={change} />,
          },
        ]}
      />
      {wrong.length > 0 && (
        <div className={styles.problem} role="alert">
          {`${wrong.map((each) => `"${each}"`).join(', ')} ${wrong.length === 1 ? 'is not a number' : 'are not numbers'}, and ${String(draft.subject)} holds numbers.`}
        </div>
      )}
      <div className={styles.buttons}>
        <Button size="small" onClick={onCancel}>
          Close
        </Button>
        <Button size="small" type="primary" disabled={!ready} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}

interface PartProps {
  draft: AdhocFilter;
  datasource: FilteredDataset;
  onChange: (part: Partial<AdhocFilter>) => void;
}

function SimpleFilter({ draft, datasource, onChange }: PartProps) {
  const subject = typeof draft.subject === 'string' ? draft.subject : undefined;
  const column = datasource.columns.find((each) => each.column_name === subject);
  const operator = operatorOf(draft);
  const choose = (name: string) => {
    const next = datasource.columns.find((each) => each.column_name === name);
    if (next?.is_dttm || next?.type_generic === GenericType.TEMPORAL) {
      onChange({
        subject: name,
        operator: 'TEMPORAL_RANGE',
        operatorId: 'TEMPORAL_RANGE',
        comparator: 'No filter',
      });
    } else if (next?.type_generic === GenericType.BOOLEAN)
      onChange({ subject: name, operator: 'IS TRUE', operatorId: 'IS_TRUE', comparator: null });
    else onChange({ subject: name, operator: 'IN', operatorId: 'IN', comparator: [] });
  };
  return (
    <>
      <Select
        className={styles.wide}
        aria-label="Column"
        placeholder={`${datasource.columns.length} column(s)`}
        value={subject}
        showSearch={{ optionFilterProp: 'label' }}
        options={datasource.columns.map((each) => ({
          value: each.column_name,
          label: each.verbose_name || each.column_name,
        }))}
        onChange={choose}
      />
      {draft.operator === 'TEMPORAL_RANGE' ? (
        <TimeRangePicker
          label="Time range"
          value={typeof draft.comparator === 'string' ? draft.comparator : 'No filter'}
          onChange={(comparator) => onChange({ comparator })}
        />
      ) : (
        <>
          <Select
            className={styles.wide}
            aria-label="Operator"
            placeholder="operator(s)"
            value={operator?.id}
            options={operatorsFor(column).map((each) => ({ value: each.id, label: each.label }))}
            onChange={(id) => {
              const next = operatorsFor(column).find((each) => each.id === id);
              if (next)
                onChange({
                  operatorId: id,
                  operator: next.operator,
                  comparator: reshape(draft.comparator, next.values),
                });
            }}
          />
          {operator && operator.values !== 'none' && (
            <ValueField
              key={subject}
              draft={draft}
              datasource={datasource}
              many={operator.values === 'many'}
              onChange={onChange}
            />
          )}
        </>
      )}
    </>
  );
}

function ValueField({ draft, datasource, many, onChange }: PartProps & { many: boolean }) {
  const subject = typeof draft.subject === 'string' ? draft.subject : undefined;
  const values = useQuery({
    queryKey: ['values', datasource.uid, subject],
    enabled: subject !== undefined && datasource.filter_select_enabled,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const params = { type: datasource.type, pk: datasource.id, column: subject ?? '' };
      const answer = await api(datasourceApi.columnValues, { params, signal });
      return answer.result;
    },
  });
  const numeric = isNumeric(draft, datasource);
  const options = (values.data ?? [])
    .filter((each) => each !== null)
    .map(String)
    .sort((one, other) => one.localeCompare(other, undefined, { numeric: true }))
    .map((each) => ({ value: each, label: each }));
  // A whole number that a number would round stays as it was written.
  const typed = (text: string) => (numeric && isExact(text) ? Number(text) : text);
  const shared = { 'aria-label': 'Value', className: styles.wide, loading: values.isFetching, options };
  if (many) {
    const chosen = Array.isArray(draft.comparator) ? draft.comparator.map(String) : [];
    return (
      <Select
        {...shared}
        mode="tags"
        tokenSeparators={[',', '\n', '\t', ';']}
        maxTagCount="responsive"
        placeholder={values.data ? `${values.data.length} option(s)` : 'Type a value'}
        value={chosen}
        onChange={(next: string[]) => onChange({ comparator: next.map(typed) })}
      />
    );
  }
  if (options.length === 0) {
    return (
      <Input
        aria-label="Value"
        placeholder="Filter value"
        value={String(draft.comparator ?? '')}
        onChange={(event) => onChange({ comparator: typed(event.target.value) })}
      />
    );
  }
  const chosen =
    draft.comparator === undefined || draft.comparator === null || draft.comparator === ''
      ? []
      : [String(draft.comparator)];
  return (
    <Select
      {...shared}
      mode="tags"
      maxCount={1}
      placeholder={`${options.length} option(s)`}
      value={chosen}
      onChange={(next: string[]) =>
        onChange({ comparator: next.length > 0 ? typed(next.at(-1) ?? '') : undefined })
      }
    />
  );
}

function isNumeric(draft: AdhocFilter, datasource: FilteredDataset): boolean {
  const column = datasource.columns.find((each) => each.column_name === draft.subject);
  return column?.type_generic === GenericType.NUMERIC;
}

function isExact(text: string): boolean {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}

/** What was written of a filter on numbers that is none; texts are looked for in how numbers read. */
function wrongNumbers(draft: AdhocFilter, datasource: FilteredDataset): string[] {
  if (draft.expressionType === 'SQL' || !isNumeric(draft, datasource)) return [];
  const operator = operatorOf(draft);
  if (!operator || operator.values === 'none' || /LIKE/.test(operator.id)) return [];
  return [draft.comparator]
    .flat()
    .filter((each): each is string => typeof each === 'string' && each.trim() !== '')
    .filter((each) => !Number.isFinite(Number(each)));
}

function SqlFilter({ draft, datasource, onChange }: PartProps) {
  return (
    <>
      <Select
        className={styles.wide}
        aria-label="Clause"
        value={draft.clause ?? 'WHERE'}
        options={[
          { value: 'WHERE', label: 'WHERE' },
          { value: 'HAVING', label: 'HAVING' },
        ]}
        onChange={(clause) => onChange({ clause })}
      />
      <SqlField
        label="SQL condition"
        value={draft.sqlExpression ?? ''}
        columns={datasource.columns.map((each) => each.column_name)}
        onChange={(sqlExpression) => onChange({ sqlExpression })}
      />
    </>
  );
}

function reshape(value: unknown, values: 'one' | 'many' | 'none'): unknown {
  if (values === 'none') return null;
  if (values === 'many') {
    if (Array.isArray(value)) return value;
    return value === undefined || value === null || value === '' ? [] : [value];
  }
  return Array.isArray(value) ? value[0] : value;
}

function isComplete(draft: AdhocFilter): boolean {
  if (draft.expressionType === 'SQL') return (draft.sqlExpression ?? '').trim() !== '';
  if (!draft.subject || !draft.operator) return false;
  if (draft.operator === 'TEMPORAL_RANGE') return true;
  const operator = operatorOf(draft);
  if (operator?.values === 'none') return true;
  if (operator?.values === 'many') return Array.isArray(draft.comparator) && draft.comparator.length > 0;
  return draft.comparator !== undefined && draft.comparator !== null && draft.comparator !== '';
}
