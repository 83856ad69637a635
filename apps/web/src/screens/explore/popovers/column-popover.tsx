import { type ColumnRef, columnLabel, type DatasourceData, isAdhocColumn } from '@chartroom/model';
import { Input, Select, Tabs } from 'antd';
import { useState } from 'react';
import { matches } from '../../../shared/adhoc-filter/matches.ts';
import styles from '../../../shared/adhoc-filter/popover.module.css';
import { PopoverFrame } from '../../../shared/adhoc-filter/popover-frame.tsx';
import { SqlField } from '../../../shared/adhoc-filter/sql-field.tsx';

export interface ColumnPopoverProps {
  column: ColumnRef | undefined;
  datasource: DatasourceData;
  onSave: (column: ColumnRef) => void;
  onCancel: () => void;
}

/** Chooses a column: a calculated one, a physical one, or SQL. */
export function ColumnPopover({ column, datasource, onSave, onCancel }: ColumnPopoverProps) {
  const calculated = datasource.columns.filter((each) => each.expression);
  const physical = datasource.columns.filter((each) => !each.expression);
  const given = column !== undefined && isAdhocColumn(column) ? column : undefined;
  const name = typeof column === 'string' ? column : undefined;
  const ofDataset = calculated.some((each) => each.column_name === name) ? 'saved' : 'simple';
  const [tab, setTab] = useState(given ? 'sql' : ofDataset);
  const [chosen, setChosen] = useState(name);
  const [sql, setSql] = useState(given?.sqlExpression ?? '');
  const [label, setLabel] = useState(given?.label ?? '');
  const written: ColumnRef | undefined = sql.trim()
    ? { ...given, sqlExpression: sql.trim(), label: label || 'My column', expressionType: 'SQL' }
    : undefined;
  const result = tab === 'sql' ? written : chosen;
  const isReady = result !== undefined && columnLabel(result) !== '';
  const save = () => {
    if (result !== undefined) onSave(result);
  };
  const choice = (columns: typeof physical, placeholder: string) => (
    <Select
      className={styles.wide}
      aria-label={placeholder}
      placeholder={`${columns.length} ${placeholder}`}
      value={columns.some((each) => each.column_name === chosen) ? chosen : undefined}
      showSearch={{ filterOption: matches }}
      options={columns.map((each) => ({
        value: each.column_name,
        label: each.verbose_name || each.column_name,
        title: each.description ?? each.column_name,
      }))}
      onChange={setChosen}
    />
  );
  return (
    <PopoverFrame isReady={isReady} onSave={save} onCancel={onCancel}>
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'saved', label: 'Saved', children: choice(calculated, 'calculated column(s)') },
          { key: 'simple', label: 'Simple', children: choice(physical, 'column(s)') },
          {
            key: 'sql',
            label: 'Custom SQL',
            children: (
              <>
                <SqlField
                  label="SQL expression"
                  value={sql}
                  piece="expression"
                  datasource={datasource}
                  onChange={setSql}
                />
                <Input
                  aria-label="Label"
                  addonBefore="Label"
                  placeholder="My column"
                  value={label}
                  onChange={(event) => setLabel(event.target.value)}
                />
              </>
            ),
          },
        ]}
      />
    </PopoverFrame>
  );
}
