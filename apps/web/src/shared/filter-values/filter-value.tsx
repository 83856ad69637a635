import type { DashboardDataset, NativeFilter } from '@chartroom/model';
import { loadable } from '@chartroom/ui';
import { Select, Skeleton } from 'antd';
import { useState } from 'react';
import { TimeRangePicker } from '../time-range/time-range-picker.tsx';
import type { FilterValueProps } from './filter-value-props.ts';
import styles from './filter-values.module.css';
import { ValueField } from './value-field.tsx';
import { choiceMask, timeMask } from './value-masks.ts';

/** Sliders are large, and few dashboards have one. */
const RangeField = loadable(
  async () => (await import('./range-field.tsx')).RangeField,
  ({ filter }: FilterValueProps) => <FilterWaiting filter={filter} />,
);

/** As high as what will stand there: what is below does not move. */
export function FilterWaiting({ filter: { filterType, controlValues } }: { filter: NativeFilter }) {
  const mode = controlValues?.rangeDisplayMode;
  const hasTwo = filterType === 'filter_range' && mode !== 'slider' && mode !== 'input';
  return (
    <div className={styles.waiting} data-lines={hasTwo ? 2 : 1}>
      <Skeleton.Input block />
    </div>
  );
}

/** Filters that need no column. */
const TIMED: ReadonlySet<NonNullable<NativeFilter['filterType']>> = new Set([
  'filter_time',
  'filter_timecolumn',
  'filter_timegrain',
]);

/** Chooses the value of a filter, by its type. */
export function FilterValue(props: FilterValueProps) {
  const { filterType, targets } = props.filter;
  const [target] = targets ?? [];
  const isOfTime = filterType !== undefined && TIMED.has(filterType);
  if (!isOfTime && (target?.datasetId === undefined || target.column === undefined))
    return <div className={styles.problem}>This filter does not say which column it asks.</div>;
  switch (filterType) {
    case 'filter_range':
      return <RangeField {...props} />;
    case 'filter_time':
      return <TimeField {...props} />;
    case 'filter_timecolumn':
    case 'filter_timegrain':
      return <ChoiceField {...props} />;
    default:
      return <ValueField {...props} />;
  }
}

function TimeField({ filter, mask, onChange, timeHint }: FilterValueProps) {
  const value = mask?.filterState?.value;
  return (
    <TimeRangePicker
      label={filter.name ?? 'Time range'}
      value={typeof value === 'string' ? value : 'No filter'}
      onChange={(range) => onChange(timeMask(range))}
      {...(timeHint && { hint: timeHint })}
    />
  );
}

/** Time column and time grain: a choice of what the dataset offers. */
function ChoiceField({ filter, source, mask, onChange }: FilterValueProps) {
  const value = mask?.filterState?.value;
  const dataset = source.datasets.find(({ id }) => id === filter.targets?.[0]?.datasetId);
  const [open, setOpen] = useState(false);
  const columns = filter.filterType === 'filter_timecolumn';
  const options = inOrder(choicesOf(dataset, columns), filter.controlValues?.sortAscending);
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

/** Choices in the order of their names, where their author wants one. */
function inOrder<Choice extends { label: string }>(choices: Choice[], isAscending: unknown): Choice[] {
  if (typeof isAscending !== 'boolean') return choices;
  const sorted = choices.toSorted((one, other) => one.label.localeCompare(other.label));
  return isAscending ? sorted : sorted.toReversed();
}
