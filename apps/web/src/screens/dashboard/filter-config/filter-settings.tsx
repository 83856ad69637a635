import {
  type DashboardDataset,
  FILTER_TYPES,
  type FilterField,
  GenericType,
  type NativeFilter,
} from '@chartroom/model';
import { Checkbox, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { FilterValue } from '../filter-field.tsx';
import { useDashboard } from '../store/dashboard-context.ts';
import styles from './filter-config.module.css';
import { nameOf } from './filter-list.tsx';

type FilterType = (typeof FILTER_TYPES)[number];

const TYPE_NAMES: Readonly<Record<FilterType, string>> = {
  filter_select: 'Value',
  filter_range: 'Numerical range',
  filter_time: 'Time range',
  filter_timecolumn: 'Time column',
  filter_timegrain: 'Time grain',
};

/** What can be said of how a filter is chosen, and of which types (contract/ui.md C3). */
const SWITCHES: readonly { key: string; label: string; types: readonly FilterType[] }[] = [
  { key: 'enableEmptyFilter', label: 'Filter value is required', types: FILTER_TYPES },
  { key: 'defaultToFirstItem', label: 'Select first filter value by default', types: ['filter_select'] },
  { key: 'creatable', label: 'Allow creation of new values', types: ['filter_select'] },
  { key: 'multiSelect', label: 'Can select multiple values', types: ['filter_select'] },
  { key: 'searchAllOptions', label: 'Dynamically search all filter values', types: ['filter_select'] },
  { key: 'inverseSelection', label: 'Inverse selection', types: ['filter_select'] },
];

const NO_VALUE = { extraFormData: {}, filterState: {} };

export interface FilterSettingsProps {
  filter: NativeFilter;
  others: readonly NativeFilter[];
  problems: Partial<Record<FilterField, string>>;
  onChange: (filter: NativeFilter) => void;
}

/** What a filter asks, how it is chosen, and what it says at first. */
export function FilterSettings({ filter, others, problems, onChange }: FilterSettingsProps) {
  const isDivider = filter.type === 'DIVIDER';
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <Field label={isDivider ? 'Title' : 'Filter name'} problem={problems.name}>
          {(id) => (
            <Input
              id={id}
              value={(isDivider ? filter.title : filter.name) ?? ''}
              status={problems.name ? 'error' : ''}
              onChange={({ target }) =>
                onChange({ ...filter, ...(isDivider ? { title: target.value } : { name: target.value }) })
              }
            />
          )}
        </Field>
        {!isDivider && <TypeField filter={filter} onChange={onChange} />}
      </div>
      {!isDivider && <Target filter={filter} problems={problems} onChange={onChange} />}
      {!isDivider && <Parents filter={filter} others={others} problems={problems} onChange={onChange} />}
      {!isDivider && <Switches filter={filter} onChange={onChange} />}
      {!isDivider && <DefaultValue filter={filter} problems={problems} onChange={onChange} />}
      <Field label="Description">
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            value={filter.description ?? ''}
            onChange={({ target }) => onChange({ ...filter, description: target.value })}
          />
        )}
      </Field>
    </div>
  );
}

type PartProps = Pick<FilterSettingsProps, 'filter' | 'onChange'>;
type CheckedProps = PartProps & Pick<FilterSettingsProps, 'problems'>;

function TypeField({ filter, onChange }: PartProps) {
  const hasMoments = useDashboard(({ dashboard }) =>
    dashboard.datasets.some(({ columns }) => columns.some((column) => column.is_dttm)),
  );
  const needsMoments = (type: FilterType) => type !== 'filter_select' && type !== 'filter_range';
  return (
    <Field label="Filter Type">
      {(id) => (
        <Select<FilterType>
          id={id}
          value={filter.filterType ?? 'filter_select'}
          options={FILTER_TYPES.map((type) => ({
            value: type,
            label: TYPE_NAMES[type],
            disabled: needsMoments(type) && !hasMoments,
            title: needsMoments(type) && !hasMoments ? 'No dataset of this dashboard has a time column' : '',
          }))}
          onChange={(filterType) => {
            const [target] = filter.targets ?? [];
            const dataset = target?.datasetId;
            const keeps = filterType !== 'filter_time' && dataset !== undefined;
            onChange({
              ...filter,
              filterType,
              targets: [keeps ? { datasetId: dataset } : {}],
              defaultDataMask: NO_VALUE,
            });
          }}
        />
      )}
    </Field>
  );
}

/** The dataset and the column that a filter asks. */
function Target({ filter, problems, onChange }: CheckedProps) {
  const datasets = useDashboard((state) => state.dashboard.datasets);
  const type = filter.filterType ?? 'filter_select';
  const [target] = filter.targets ?? [];
  if (type === 'filter_time') return null;
  const dataset = datasets.find(({ id }) => id === target?.datasetId);
  return (
    <div className={styles.pair}>
      <Field label="Dataset" problem={problems.dataset}>
        {(id) => (
          <Select<number>
            id={id}
            showSearch={{ optionFilterProp: 'label' }}
            value={target?.datasetId ?? null}
            options={datasets.map((each) => ({ value: each.id, label: each.datasource_name }))}
            onChange={(datasetId) =>
              onChange({ ...filter, targets: [{ datasetId }], defaultDataMask: NO_VALUE })
            }
          />
        )}
      </Field>
      {(type === 'filter_select' || type === 'filter_range') && (
        <Field label="Column" problem={problems.column}>
          {(id) => (
            <Select<string>
              id={id}
              showSearch={{ optionFilterProp: 'label' }}
              value={target?.column?.name ?? null}
              options={columnsFor(type, dataset)}
              onChange={(name) =>
                onChange({
                  ...filter,
                  targets: [{ ...target, column: { name } }],
                  defaultDataMask: NO_VALUE,
                })
              }
            />
          )}
        </Field>
      )}
    </div>
  );
}

function columnsFor(type: FilterType, dataset: DashboardDataset | undefined) {
  return (dataset?.columns ?? []).flatMap((column) => {
    const fits = type === 'filter_select' || column.type_generic === GenericType.NUMERIC;
    const label = column.verbose_name || column.column_name;
    return column.filterable && fits ? [{ value: column.column_name, label }] : [];
  });
}

/** Filters whose choice narrows what this one offers. */
function Parents({ filter, others, problems, onChange }: CheckedProps & Pick<FilterSettingsProps, 'others'>) {
  const type = filter.filterType ?? 'filter_select';
  const offered = others.filter(
    (each) =>
      each.type === 'NATIVE_FILTER' &&
      ['filter_select', 'filter_range', 'filter_time'].includes(each.filterType ?? 'filter_select'),
  );
  if ((type !== 'filter_select' && type !== 'filter_range') || offered.length === 0) return null;
  return (
    <Field label="Values are dependent on other filters" problem={problems.parents}>
      {(id) => (
        <Select<string[]>
          id={id}
          mode="multiple"
          placeholder="None"
          value={filter.cascadeParentIds ?? []}
          options={offered.map((each) => ({ value: each.id, label: nameOf(each) }))}
          onChange={(cascadeParentIds) => onChange({ ...filter, cascadeParentIds })}
        />
      )}
    </Field>
  );
}

function Switches({ filter, onChange }: PartProps) {
  const type = filter.filterType ?? 'filter_select';
  const controls = filter.controlValues ?? {};
  const isOn = (key: string) =>
    key === 'creatable' || key === 'multiSelect' ? controls[key] !== false : controls[key] === true;
  const say = (key: string, value: boolean) => {
    onChange({
      ...filter,
      controlValues: { ...controls, [key]: value },
      ...(key === 'defaultToFirstItem' && { requiredFirst: value }),
      ...((key === 'multiSelect' || key === 'defaultToFirstItem') && { defaultDataMask: NO_VALUE }),
    });
  };
  return (
    <fieldset className={styles.boxes}>
      <legend>Filter Settings</legend>
      {SWITCHES.filter(({ types }) => types.includes(type)).map(({ key, label }) => (
        <Checkbox key={key} checked={isOn(key)} onChange={({ target }) => say(key, target.checked)}>
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** What a filter says when the dashboard is opened. */
function DefaultValue({ filter, problems, onChange }: CheckedProps) {
  const type = filter.filterType ?? 'filter_select';
  const [target] = filter.targets ?? [];
  const isReady =
    type === 'filter_time' ||
    (target?.datasetId !== undefined &&
      (target.column !== undefined || type === 'filter_timecolumn' || type === 'filter_timegrain'));
  if (!isReady || filter.controlValues?.defaultToFirstItem === true) return null;
  return (
    <Field label="Default value" problem={problems.default}>
      {() => (
        <FilterValue
          filter={filter}
          mask={filter.defaultDataMask}
          parents={{}}
          onChange={(defaultDataMask) => onChange({ ...filter, defaultDataMask })}
        />
      )}
    </Field>
  );
}

/** A field with its label and what is wrong with it. */
function Field({
  label,
  problem,
  children,
}: {
  label: string;
  problem?: string | undefined;
  children: (id: string) => ReactNode;
}) {
  const id = `filter-${label.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {problem !== undefined && (
        <div className={styles.problem} role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}
