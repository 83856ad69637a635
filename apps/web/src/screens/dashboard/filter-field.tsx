import type { DashboardDataset, NativeFilter } from '@chartroom/model';
import { Select, Skeleton } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { TimeRangePicker } from '../../shared/time-range/time-range-picker.tsx';
import { useNear } from '../../shared/use-near.ts';
import { useChartsStarted } from './bar/charts-started.ts';
import { DataExtent } from './bar/data-extent.tsx';
import { FilterName } from './bar/filter-name.tsx';
import { useAsked, usePointing } from './bar/pointing.ts';
import styles from './filter-bar.module.css';
import type { FilterType } from './filter-types.ts';
import type { FilterValueProps } from './filter-value-props.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { choiceMask, isMissing, timeMask } from './store/masks.ts';
import { ValueField } from './value-field.tsx';

/** Sliders are large, and few dashboards have one. */
const RangeField = lazy(async () => ({ default: (await import('./range-field.tsx')).RangeField }));

/** One filter of the bar: its name, and its value once it is near. */
export function FilterField({ filter }: { filter: NativeFilter }) {
  const chosen = useDashboard((state) => state.chosen);
  const { choose } = useDashboardStore().getState();
  const frame = useRef<HTMLFieldSetElement>(null);
  const isNear = useNear(frame);
  const isAsked = useAsked(filter.id, frame);
  const hasStarted = useChartsStarted();
  const pointing = usePointing(filter.id);
  const missing = isMissing(filter, chosen[filter.id]);
  return (
    <fieldset
      ref={frame}
      className={styles.field}
      data-missing={missing}
      data-filter={filter.id}
      aria-labelledby={`label-${filter.id}`}
      {...pointing}
    >
      <FilterName filter={filter} />
      <div data-value>
        {(isNear && hasStarted) || isAsked ? (
          <FilterValue
            filter={filter}
            mask={chosen[filter.id]}
            parents={chosen}
            onChange={(mask) => choose(filter.id, mask)}
          />
        ) : (
          <Waiting filter={filter} />
        )}
      </div>
      {missing && <div className={styles.problem}>Filter value is required</div>}
    </fieldset>
  );
}

/** As high as what will stand there: what is below does not move. */
function Waiting({ filter: { filterType, controlValues } }: { filter: NativeFilter }) {
  const mode = controlValues?.rangeDisplayMode;
  const hasTwo = filterType === 'filter_range' && mode !== 'slider' && mode !== 'input';
  return (
    <div className={styles.waiting} data-lines={hasTwo ? 2 : 1}>
      <Skeleton.Input block />
    </div>
  );
}

/** Filters that need no column. */
const TIMED: ReadonlySet<FilterType> = new Set(['filter_time', 'filter_timecolumn', 'filter_timegrain']);

/** Chooses the value of a filter, by its type. */
export function FilterValue(props: FilterValueProps) {
  const { filterType, targets } = props.filter;
  const [target] = targets ?? [];
  const isOfTime = filterType !== undefined && TIMED.has(filterType);
  if (!isOfTime && (target?.datasetId === undefined || target.column === undefined))
    return <div className={styles.problem}>This filter does not say which column it asks.</div>;
  switch (filterType) {
    case 'filter_range':
      return (
        <Suspense fallback={<Waiting filter={props.filter} />}>
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
      hint={(choose) => <DataExtent filter={filter} onChoose={choose} />}
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
