import { InfoCircleOutlined } from '@ant-design/icons';
import type { DashboardDataset, DataRow, NativeFilter } from '@chartroom/model';
import { Select, Skeleton, Tooltip } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { TimeRangePicker } from '../../shared/time-range/time-range-picker.tsx';
import { useFilterAnswer } from './filter-answer.ts';
import styles from './filter-bar.module.css';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { choiceMask, isMissing, selectMask, timeMask } from './store/masks.ts';

/** Sliders are large, and few dashboards have one. */
const RangeField = lazy(async () => ({ default: (await import('./range-field.tsx')).RangeField }));

type Value = string | number | boolean | null;

/** One filter of the bar, by its type. */
export function FilterField({ filter }: { filter: NativeFilter }) {
  const missing = useDashboard((state) => isMissing(filter, state.chosen[filter.id]));
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
      <Field filter={filter} />
      {missing && <div className={styles.problem}>Filter value is required</div>}
    </div>
  );
}

function Field({ filter }: { filter: NativeFilter }) {
  switch (filter.filterType) {
    case 'filter_range':
      return (
        <Suspense fallback={<Skeleton.Input active block />}>
          <RangeField filter={filter} />
        </Suspense>
      );
    case 'filter_time':
      return <TimeField filter={filter} />;
    case 'filter_timecolumn':
    case 'filter_timegrain':
      return <ChoiceField filter={filter} />;
    default:
      return <ValueField filter={filter} />;
  }
}

function ValueField({ filter }: { filter: NativeFilter }) {
  const state = useDashboard((each) => each.chosen[filter.id]?.filterState);
  const { choose } = useDashboardStore().getState();
  const answer = useFilterAnswer(filter);
  const column = filter.targets?.[0]?.column?.name ?? '';
  const values: Value[] = Array.isArray(state?.value) ? state.value : [];
  const known = (answer.data?.[0]?.data ?? []).map((row: DataRow) => plain(row[column]));
  const all = [...new Set([...values, ...known])];
  const byText = new Map(all.map((value) => [textOf(value), value]));
  const many = filter.controlValues?.multiSelect !== false;
  const creatable = filter.controlValues?.creatable !== false;
  const several = many ? 'multiple' : undefined;
  const take = (texts: string[]) =>
    choose(
      filter.id,
      selectMask(
        filter,
        texts.map((text) => (byText.has(text) ? (byText.get(text) ?? null) : text)),
      ),
    );
  return (
    <>
      <Select
        aria-labelledby={`label-${filter.id}`}
        aria-label={filter.name}
        mode={creatable ? 'tags' : several}
        {...(many ? {} : { maxCount: 1 })}
        allowClear
        maxTagCount="responsive"
        loading={answer.isFetching}
        placeholder={answer.data ? `${known.length} option${known.length === 1 ? '' : 's'}` : 'Loading…'}
        value={values.map(textOf)}
        options={all.map((value) => ({ value: textOf(value), label: textOf(value) }))}
        onChange={(next: string[] | string | undefined) => take([next ?? []].flat())}
      />
      {answer.isError && <div className={styles.problem}>{errorText(answer.error)}</div>}
    </>
  );
}

function TimeField({ filter }: { filter: NativeFilter }) {
  const value = useDashboard((state) => state.chosen[filter.id]?.filterState?.value);
  const { choose } = useDashboardStore().getState();
  return (
    <TimeRangePicker
      label={filter.name ?? 'Time range'}
      value={typeof value === 'string' ? value : 'No filter'}
      onChange={(range) => choose(filter.id, timeMask(range))}
    />
  );
}

/** Time column and time grain: a choice of what the dataset offers. */
function ChoiceField({ filter }: { filter: NativeFilter }) {
  const value = useDashboard((state) => state.chosen[filter.id]?.filterState?.value);
  const dataset = useDashboard((state) =>
    state.dashboard.datasets.find((each) => each.id === filter.targets?.[0]?.datasetId),
  );
  const { choose } = useDashboardStore().getState();
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
        choose(
          filter.id,
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

function plain(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function textOf(value: Value): string {
  if (value === null) return '<NULL>';
  return value === '' ? '<empty string>' : String(value);
}
