import { type AdhocFilter, GenericType } from '@chartroom/model';
import { Select, Tabs } from 'antd';
import { useState } from 'react';
import { TimeRangePicker } from '../time-range/time-range-picker.tsx';
import type { FilteredDataset } from './filtered-dataset.ts';
import { matches } from './matches.ts';
import { operatorOf, operatorsFor } from './operators.ts';
import styles from './popover.module.css';
import { PopoverFrame } from './popover-frame.tsx';
import { randomName } from './random-name.ts';
import { SqlField } from './sql-field.tsx';
import { isNumeric, type PartProps, ValueField } from './value-field.tsx';

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
    <PopoverFrame isReady={ready} onSave={save} onCancel={onCancel}>
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
    </PopoverFrame>
  );
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
        showSearch={{ filterOption: matches }}
        options={datasource.columns.map((each) => ({
          value: each.column_name,
          label: each.verbose_name || each.column_name,
          title: each.description ?? each.column_name,
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
        piece="condition"
        datasource={datasource}
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
