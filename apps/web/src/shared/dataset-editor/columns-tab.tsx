import { SyncOutlined } from '@ant-design/icons';
import { datasourceApi } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { Button, Checkbox, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';
import styles from './dataset-editor.module.css';
import { type ColumnDraft, newCalculatedColumn, syncedColumns } from './draft.ts';
import { Labelled, PartTable } from './part-table.tsx';
import type { TabProps } from './tab-props.ts';
import { VouchedFields } from './vouched-fields.tsx';

/** Types that a calculated column may be said to have; others can be written. */
const TYPES = ['STRING', 'NUMERIC', 'DATETIME', 'BOOLEAN'];

interface ColumnsTabProps extends TabProps {
  isCalculated: boolean;
  /** Reads the columns of the source again; absent where that cannot be done. */
  sync?: { id: number; because: string | undefined };
}

/** The columns of a dataset: those of its source, or those that are calculated. */
export function ColumnsTab({ draft, change, isCalculated, sync }: ColumnsTabProps) {
  const { columns, main_dttm_col: main } = draft;
  const set = (key: string, part: Partial<ColumnDraft>) =>
    change({ columns: columns.map((each) => (each.key === key ? { ...each, ...part } : each)) });
  const rename = (row: ColumnDraft, column_name: string) =>
    change({
      columns: columns.map((each) => (each.key === row.key ? { ...each, column_name } : each)),
      ...(main === row.column_name && { main_dttm_col: column_name }),
    });
  const flag = (title: string, name: 'is_dttm' | 'filterable' | 'groupby') => ({
    key: name,
    title,
    render: (_value: unknown, row: ColumnDraft) => (
      <Checkbox
        aria-label={`${title}: ${row.column_name}`}
        checked={row[name] ?? false}
        onChange={(event) => set(row.key, { [name]: event.target.checked })}
      />
    ),
  });
  return (
    <PartTable<ColumnDraft>
      label={isCalculated ? 'Calculated columns' : 'Columns'}
      rows={columns.filter((each) => each.isCalculated === isCalculated)}
      nameOf={(row) => row.column_name}
      textOf={(row) => `${row.column_name} ${row.verbose_name ?? ''} ${row.expression ?? ''}`}
      {...(isCalculated && { onAdd: () => change({ columns: [newCalculatedColumn(), ...columns] }) })}
      onRemove={(row) => change({ columns: columns.filter(({ key }) => key !== row.key) })}
      actions={sync && <SyncButton {...sync} draft={draft} change={change} />}
      columns={[
        {
          key: 'column_name',
          title: 'Column',
          sorter: (one, other) => one.column_name.localeCompare(other.column_name),
          render: (_value, row) =>
            isCalculated ? (
              <Input
                aria-label="Column"
                value={row.column_name}
                onChange={(event) => rename(row, event.target.value)}
              />
            ) : (
              row.column_name
            ),
        },
        {
          key: 'type',
          title: 'Data type',
          sorter: (one, other) => (one.type ?? '').localeCompare(other.type ?? ''),
          render: (_value, row) => <code>{row.type}</code>,
        },
        flag('Is temporal', 'is_dttm'),
        {
          key: 'main',
          title: 'Default datetime',
          render: (_value, row) => (
            <Radio
              aria-label={`Default datetime: ${row.column_name}`}
              disabled={!row.is_dttm}
              checked={main === row.column_name}
              onChange={() => change({ main_dttm_col: row.column_name })}
            />
          ),
        },
        flag('Is filterable', 'filterable'),
        flag('Is dimension', 'groupby'),
      ]}
      details={(row) => <ColumnDetails column={row} set={(part) => set(row.key, part)} />}
    />
  );
}

function ColumnDetails({ column, set }: { column: ColumnDraft; set: (part: Partial<ColumnDraft>) => void }) {
  return (
    <div className={styles.details}>
      {column.isCalculated && (
        <>
          <Labelled label="SQL expression">
            <Input.TextArea
              aria-label="SQL expression"
              className={styles.sql}
              autoSize={{ minRows: 2, maxRows: 8 }}
              value={column.expression ?? ''}
              onChange={(event) => set({ expression: event.target.value })}
            />
          </Labelled>
          <Labelled label="Data type">
            <Select
              aria-label="Data type"
              mode="tags"
              maxCount={2}
              allowClear
              value={column.type ? [column.type] : []}
              options={TYPES.map((type) => ({ value: type, label: type }))}
              onChange={(next: string[]) => set({ type: next.at(-1) ?? null })}
            />
          </Labelled>
        </>
      )}
      <Labelled label="Label">
        <Input
          aria-label="Label"
          value={column.verbose_name ?? ''}
          onChange={(event) => set({ verbose_name: event.target.value })}
        />
      </Labelled>
      <Labelled label="Description">
        <Input.TextArea
          aria-label="Description"
          autoSize={{ minRows: 1, maxRows: 5 }}
          value={column.description ?? ''}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Labelled>
      <Labelled label="Datetime format">
        <Input
          aria-label="Datetime format"
          placeholder="%Y-%m-%d, epoch_s or epoch_ms"
          value={column.python_date_format ?? ''}
          onChange={(event) => set({ python_date_format: event.target.value })}
        />
      </Labelled>
      <VouchedFields of={column} change={set} />
    </div>
  );
}

function SyncButton({ id, because, draft, change }: TabProps & { id: number; because: string | undefined }) {
  const [isBusy, setIsBusy] = useState(false);
  const sync = async () => {
    setIsBusy(true);
    try {
      const params = { type: 'table', pk: id };
      const source = await api(datasourceApi.sourceColumns, { params });
      const { columns, added, modified, removed } = syncedColumns(draft.columns, source);
      change({ columns });
      toast.success('Metadata has been synced');
      for (const [names, done] of [
        [added, 'added'],
        [modified, 'modified'],
        [removed, 'removed'],
      ] as const)
        if (names.length > 0)
          toast.success(`${names.length} ${names.length === 1 ? 'column' : 'columns'} ${done}`);
    } catch (error) {
      toast.error(`An error has occurred: ${errorText(error)}`);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Hint title={because}>
      <Button
        icon={<SyncOutlined aria-hidden />}
        loading={isBusy}
        disabled={because !== undefined}
        onClick={() => void sync()}
      >
        Sync columns from source
      </Button>
    </Hint>
  );
}
