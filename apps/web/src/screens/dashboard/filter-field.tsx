import { InfoCircleOutlined } from '@ant-design/icons';
import type { DashboardDataset, NativeFilter } from '@chartroom/model';
import { Select, Skeleton, Tooltip } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { TimeRangePicker } from '../../shared/time-range/time-range-picker.tsx';
import styles from './filter-bar.module.css';
import type { FilterValueProps } from './filter-value-props.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { choiceMask, isMissing, timeMask } from './store/masks.ts';
import { ValueField } from './value-field.tsx';

/** Sliders are large, and few dashboards have one. */
const RangeField = lazy(async () => ({ default: (await import('./range-field.tsx')).RangeField }));

/** One filter of the bar, by its type. */
export function FilterField({ filter }: { filter: NativeFilter }) {
  const chosen = useDashboard((state) => state.chosen);
  const { choose } = useDashboardStore().getState();
  const missing = isMissing(filter, chosen[filter.id]);
  return (
    <div className={styles.field} data-missing={missing}>
      <div className={styles.label}>
        <span id={`label-${filter.id}`}>
          {filter.name}
          {filter.controlValues?.enableEmptyFilter === true && <span className={styles.required}> *</span>}
        </span>
        {filter.description && (
          <Tooltip title={filter.description}>
            <InfoCircleOutlined aria-label={filter.description} />
          </Tooltip>
        )}
      </div>
      <FilterValue
        filter={filter}
        mask={chosen[filter.id]}
        parents={chosen}
        onChange={(mask) => choose(filter.id, mask)}
      />
      {missing && <div className={styles.problem}>Filter value is required</div>}
    </div>
  );
}

/** Chooses the value of a filter, by its type. */
export function FilterValue(props: FilterValueProps) {
  switch (props.filter.filterType) {
    case 'filter_range':
      return (
        <Suspense fallback={<Skeleton.Input active block />}>
          <RangeField {...props} />
        </Suspense>
      );
    case 'filter_time':
      return <TimeField {...props} />;
    case 'filter_timecolumn':
    case 'filter_timegrain':
      return <ChoiceField {...props} />;
    default:
      return <ValueField {...props} />;
  }
}

function TimeField({ filter, mask, onChange }: FilterValueProps) {
  const value = mask?.filterState?.value;
  return (
    <TimeRangePicker
      label={filter.name ?? 'Time range'}
      value={typeof value === 'string' ? value : 'No filter'}
      onChange={(range) => onChange(timeMask(range))}
    />
  );
}

/** Time column and time grain: a choice of what the dataset offers. */
function ChoiceField({ filter, mask, onChange }: FilterValueProps) {
  const value = mask?.filterState?.value;
  const dataset = useDashboard((state) =>
    state.dashboard.datasets.find((each) => each.id === filter.targets?.[0]?.datasetId),
  );
  const [open, setOpen] = useState(false);
  const columns = filter.filterType === 'filter_timecolumn';
  const options = choicesOf(dataset, columns);
  const chosen = Array.isArray(value) ? String(value[0] ?? '') : '';
  return (
    <Select
      aria-label={filter.name}
      allowClear
      open={open}
      onOpenChange={setOpen}
      placeholder={`${options.length} options`}
      value={chosen || undefined}
      options={options}
      onChange={(next: string | undefined) =>
        onChange(
          choiceMask(
            columns ? 'granularity_sqla' : 'time_grain_sqla',
            next,
            options.find((each) => each.value === next)?.label,
          ),
        )
      }
    />
  );
}

function choicesOf(
  dataset: DashboardDataset | undefined,
  columns: boolean,
): { value: string; label: string }[] {
  if (!dataset) return [];
  if (columns)
    return dataset.columns
      .filter((each) => each.is_dttm)
      .map((each) => ({ value: each.column_name, label: each.verbose_name || each.column_name }));
  return (dataset.time_grain_sqla ?? []).flatMap(([value, label]) =>
    value === null ? [] : [{ value, label }],
  );
}
