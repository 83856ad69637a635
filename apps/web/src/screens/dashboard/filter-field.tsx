import { InfoCircleOutlined } from '@ant-design/icons';
import type { ChartDataResult, DataRow, DatasourceData } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { InputNumber, Select, Slider, Tooltip } from 'antd';
import { useState } from 'react';
import { fetchChartData } from '../../api/chart-data.ts';
import { errorText } from '../../api/client.ts';
import type { NativeFilter } from '../../api/dashboards.ts';
import { TimeRangePicker } from '../../shared/time-range/time-range-picker.tsx';
import { useDashboard } from './dashboard-store.ts';
import styles from './filter-bar.module.css';
import { filterQuestion, parentExtras } from './filter-question.ts';
import { choiceMask, isMissing, rangeMask, selectMask, timeMask } from './masks.ts';

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
      return <RangeField filter={filter} />;
    case 'filter_time':
      return <TimeField filter={filter} />;
    case 'filter_timecolumn':
    case 'filter_timegrain':
      return <ChoiceField filter={filter} />;
    default:
      return <ValueField filter={filter} />;
  }
}

function useAnswer(filter: NativeFilter) {
  const chosen = useDashboard((state) => state.chosen);
  const extra = parentExtras(filter, chosen);
  const context = filterQuestion(filter, extra);
  return useQuery({
    queryKey: ['filter-values', filter.id, context],
    enabled: context !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<ChartDataResult[]> => (context ? fetchChartData(context, signal) : Promise.resolve([])),
  });
}

function ValueField({ filter }: { filter: NativeFilter }) {
  const state = useDashboard((each) => each.chosen[filter.id]?.filterState);
  const { choose } = useDashboard.getState();
  const answer = useAnswer(filter);
  const column = filter.targets?.[0]?.column?.name ?? '';
  const values: Value[] = Array.isArray(state?.value) ? state.value : [];
  const known = (answer.data?.[0]?.data ?? []).map((row: DataRow) => plain(row[column]));
  const all = [...new Set([...values, ...known])];
  const byText = new Map(all.map((value) => [textOf(value), value]));
  const many = filter.controlValues?.multiSelect !== false;
  const creatable = filter.controlValues?.creatable !== false;
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
        mode={creatable || many ? (creatable ? 'tags' : 'multiple') : undefined}
        {...(many ? {} : { maxCount: 1 })}
        allowClear
        maxTagCount="responsive"
        loading={answer.isFetching}
        placeholder={answer.data ? `${known.length} option${known.length === 1 ? '' : 's'}` : 'Loading…'}
        value={values.map(textOf)}
        options={all.map((value) => ({ value: textOf(value), label: textOf(value) }))}
        onChange={(next: string[] | string | undefined) => take(next === undefined ? [] : Array.isArray(next) ? next : [next])}
      />
      {answer.isError && <div className={styles.problem}>{errorText(answer.error)}</div>}
    </>
  );
}

function RangeField({ filter }: { filter: NativeFilter }) {
  const state = useDashboard((each) => each.chosen[filter.id]?.filterState);
  const { choose } = useDashboard.getState();
  const answer = useAnswer(filter);
  const row = answer.data?.[0]?.data[0];
  const min = numberOf(row?.min);
  const max = numberOf(row?.max);
  const [low, high]: (number | null)[] = Array.isArray(state?.value) ? state.value : [null, null];
  const set = (next: [number | null, number | null]) => choose(filter.id, rangeMask(filter, next));
  const wrong = low !== null && high !== null && low !== undefined && high !== undefined && low > high;
  return (
    <div className={styles.range}>
      {min !== undefined && max !== undefined && min < max && filter.controlValues?.rangeDisplayMode !== 'input' && (
        <Slider
          range
          min={min}
          max={max}
          step={Math.min((max - min) / 100, 1)}
          ariaLabelForHandle={[`${filter.name}: from`, `${filter.name}: to`]}
          value={[low ?? min, high ?? max]}
          onChange={([from, to]) => set([from === undefined || from <= min ? null : from, to === undefined || to >= max ? null : to])}
        />
      )}
      <div className={styles.pair}>
        <InputNumber
          aria-label={`${filter.name}: from`}
          placeholder={min === undefined ? 'from' : String(min)}
          value={low ?? null}
          onChange={(next) => set([next, high ?? null])}
        />
        <InputNumber
          aria-label={`${filter.name}: to`}
          placeholder={max === undefined ? 'to' : String(max)}
          value={high ?? null}
          onChange={(next) => set([low ?? null, next])}
        />
      </div>
      {wrong && <div className={styles.problem}>The minimum must not be above the maximum</div>}
      {answer.isError && <div className={styles.problem}>{errorText(answer.error)}</div>}
    </div>
  );
}

function TimeField({ filter }: { filter: NativeFilter }) {
  const value = useDashboard((state) => state.chosen[filter.id]?.filterState?.value);
  const { choose } = useDashboard.getState();
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
  const dataset = useDashboard((state) => state.dashboard?.datasets.find((each) => each.id === filter.targets?.[0]?.datasetId));
  const { choose } = useDashboard.getState();
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
          choiceMask(columns ? 'granularity_sqla' : 'time_grain_sqla', next, options.find((each) => each.value === next)?.label),
        )
      }
    />
  );
}

function choicesOf(dataset: DatasourceData | undefined, columns: boolean): { value: string; label: string }[] {
  if (!dataset) return [];
  if (columns)
    return dataset.columns
      .filter((each) => each.is_dttm)
      .map((each) => ({ value: each.column_name, label: each.verbose_name || each.column_name }));
  return (dataset.time_grain_sqla ?? []).flatMap(([value, label]) => (value === null ? [] : [{ value, label }]));
}

function plain(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function textOf(value: Value): string {
  if (value === null) return '<NULL>';
  return value === '' ? '<empty string>' : String(value);
}
