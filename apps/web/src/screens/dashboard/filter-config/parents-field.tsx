import { type DashboardDataset, dependsOnTime } from '@chartroom/model';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useDashboard } from '../store/dashboard-context.ts';
import { Field } from './field.tsx';
import styles from './filter-config.module.css';
import { nameOf } from './filter-list.tsx';
import type { PartProps } from './part-props.ts';

/** Filters whose choice narrows what this one offers, and by which time where one of them is of times. */
export function ParentsField({ filter, others, problems, onChange }: PartProps) {
  const offered = others.filter(
    (each) =>
      each.type === 'NATIVE_FILTER' &&
      ['filter_select', 'filter_range', 'filter_time'].includes(each.filterType ?? 'filter_select'),
  );
  const chosen = (filter.cascadeParentIds ?? []).filter((id) => offered.some((each) => each.id === id));
  const [isWanted, setWanted] = useState(false);
  const isOn = isWanted || chosen.length > 0;
  if (offered.length === 0) return null;
  const turn = (isNowWanted: boolean) => {
    setWanted(isNowWanted);
    if (!isNowWanted) onChange({ ...filter, cascadeParentIds: [] });
  };
  return (
    <div className={styles.field}>
      <Checkbox checked={isOn} onChange={({ target }) => turn(target.checked)}>
        Values are dependent on other filters
      </Checkbox>
      {isOn && (
        <div className={styles.inner}>
          <Field label="Dependent on" problem={problems.parents}>
            {(id) => (
              <Select<string[]>
                id={id}
                mode="multiple"
                placeholder="Add filter"
                showSearch={{ optionFilterProp: 'label' }}
                value={chosen}
                options={offered.map((each) => ({ value: each.id, label: nameOf(each) }))}
                onChange={(cascadeParentIds) => onChange({ ...filter, cascadeParentIds })}
              />
            )}
          </Field>
          {dependsOnTime(filter, others) && <TimeColumnField filter={filter} onChange={onChange} />}
        </div>
      )}
    </div>
  );
}

/** The column by which time ranges narrow the values of a filter. */
export function TimeColumnField({ filter, onChange }: Pick<PartProps, 'filter' | 'onChange'>) {
  const dataset = useDashboard(({ dashboard }) =>
    dashboard.datasets.find(({ id }) => id === filter.targets?.[0]?.datasetId),
  );
  return (
    <Field label="Time column">
      {(id) => (
        <Select<string>
          id={id}
          value={filter.granularity_sqla || dataset?.main_dttm_col || null}
          options={timeColumns(dataset)}
          onChange={(granularity_sqla) => onChange({ ...filter, granularity_sqla })}
        />
      )}
    </Field>
  );
}

function timeColumns(dataset: DashboardDataset | undefined) {
  return (dataset?.columns ?? []).flatMap(({ is_dttm, column_name, verbose_name }) =>
    is_dttm ? [{ value: column_name, label: verbose_name || column_name }] : [],
  );
}
