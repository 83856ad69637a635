import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { isAdhocFilter } from '@chartroom/charts';
import { type AdhocFilter, type DashboardDataset, hasPreFilter, withoutPreFilter } from '@chartroom/model';
import { Button, Checkbox, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { FilterPopover } from '../../../shared/adhoc-filter/filter-popover.tsx';
import { filterText } from '../../../shared/adhoc-filter/operators.ts';
import { NO_FILTER } from '../../../shared/time-range/actual-range.ts';
import { TimeRangePicker } from '../../../shared/time-range/time-range-picker.tsx';
import { useDashboard } from '../store/dashboard-context.ts';
import { Problem } from './field.tsx';
import styles from './filter-config.module.css';
import { TimeColumnField } from './parents-field.tsx';
import type { PartProps } from './part-props.ts';

/** What narrows the values that a filter offers: conditions, and a range of time (contract/ui.md C2). */
export function PreFilter({ filter, problems, wishes, onWish, onChange }: PartProps) {
  const dataset = useDashboard(({ dashboard }) =>
    dashboard.datasets.find(({ id }) => id === filter.targets?.[0]?.datasetId),
  );
  const isOn = wishes.preFilter ?? hasPreFilter(filter);
  const range = filter.time_range || NO_FILTER;
  const hasTimes = dataset?.columns.some(({ is_dttm }) => is_dttm) === true;
  const turn = (preFilter: boolean) => {
    onWish({ ...wishes, preFilter });
    if (!preFilter) onChange(withoutPreFilter(filter));
  };
  return (
    <div className={styles.field}>
      <Checkbox checked={isOn} disabled={!dataset} onChange={({ target }) => turn(target.checked)}>
        Pre-filter available values
      </Checkbox>
      {isOn && dataset && (
        <div className={styles.inner}>
          <Conditions
            conditions={(filter.adhoc_filters ?? []).filter(isAdhocFilter)}
            dataset={dataset}
            onChange={(adhoc_filters) => onChange({ ...filter, adhoc_filters })}
          />
          {hasTimes && (
            <TimeRangePicker
              label="Pre-filter time range"
              value={range}
              onChange={(time_range) => onChange({ ...filter, time_range })}
            />
          )}
          {hasTimes && range !== NO_FILTER && <TimeColumnField filter={filter} onChange={onChange} />}
          <Problem text={problems.preFilter} />
        </div>
      )}
    </div>
  );
}

interface ConditionsProps {
  conditions: readonly AdhocFilter[];
  dataset: DashboardDataset;
  onChange: (conditions: AdhocFilter[]) => void;
}

function Conditions({ conditions, dataset, onChange }: ConditionsProps) {
  const [editing, setEditing] = useState<number>();
  const popover = (at: number, condition: AdhocFilter | undefined, children: ReactNode) => (
    <Popover
      trigger="click"
      placement="right"
      open={editing === at}
      onOpenChange={(open) => setEditing(open ? at : undefined)}
      destroyOnHidden
      content={
        <FilterPopover
          filter={condition}
          datasource={dataset}
          onSave={(next) => {
            setEditing(undefined);
            onChange([...conditions.slice(0, at), next, ...conditions.slice(at + 1)]);
          }}
          onCancel={() => setEditing(undefined)}
        />
      }
    >
      {children}
    </Popover>
  );
  return (
    <ul className={styles.conditions} aria-label="Pre-filter">
      {conditions.map((condition, at) => {
        const text = filterText(condition, dataset);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal conditions may stand side by side
          <li key={`${at}:${text}`}>
            {popover(
              at,
              condition,
              <button type="button" className={styles.name}>
                {text}
              </button>,
            )}
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={`Remove ${text}`}
              onClick={() => onChange(conditions.filter((_, each) => each !== at))}
            />
          </li>
        );
      })}
      <li>
        {popover(
          conditions.length,
          undefined,
          <Button size="small" icon={<PlusOutlined aria-hidden />}>
            Add condition
          </Button>,
        )}
      </li>
    </ul>
  );
}
