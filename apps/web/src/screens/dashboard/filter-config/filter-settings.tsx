import { type DashboardDataset, FILTER_TYPES, GenericType } from '@chartroom/model';
import { Checkbox, Collapse, Input, Select } from 'antd';
import { FILTER_TYPE_NAMES, type FilterType } from '../filter-types.ts';
import { useDashboard } from '../store/dashboard-context.ts';
import { DefaultValue } from './default-value.tsx';
import { Field } from './field.tsx';
import styles from './filter-config.module.css';
import { ParentsField } from './parents-field.tsx';
import { NO_VALUE, type PartProps } from './part-props.ts';
import { PreFilter } from './pre-filter.tsx';
import { scopeAfter } from './usual-scope.ts';
import { RangeFields, SortField } from './value-settings.tsx';

/** What can be said of how a filter is chosen, and of which types (contract/ui.md C3). */
const SWITCHES: readonly { key: string; label: string; types: readonly FilterType[] }[] = [
  { key: 'enableEmptyFilter', label: 'Filter value is required', types: FILTER_TYPES },
  { key: 'defaultToFirstItem', label: 'Select first filter value by default', types: ['filter_select'] },
  { key: 'creatable', label: 'Allow creation of new values', types: ['filter_select'] },
  { key: 'multiSelect', label: 'Can select multiple values', types: ['filter_select'] },
  { key: 'searchAllOptions', label: 'Dynamically search all filter values', types: ['filter_select'] },
  { key: 'inverseSelection', label: 'Inverse selection', types: ['filter_select'] },
];

export interface FilterSettingsProps extends PartProps {
  /** Enter in a text saves, as in every dialog. */
  onEnter: () => void;
}

/** What a filter asks, how it is chosen, and what it says at first. */
export function FilterSettings({ onEnter, ...props }: FilterSettingsProps) {
  const { filter, problems, onChange } = props;
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
              onPressEnter={onEnter}
              onChange={({ target }) =>
                onChange({ ...filter, ...(isDivider ? { title: target.value } : { name: target.value }) })
              }
            />
          )}
        </Field>
        {!isDivider && <TypeField {...props} />}
      </div>
      {isDivider ? <Description {...props} /> : <Panels {...props} />}
    </div>
  );
}

/** What is asked first, and two panels below it. */
function Panels(props: PartProps) {
  const type = props.filter.filterType ?? 'filter_select';
  const isOfData = type === 'filter_select' || type === 'filter_range';
  const configuration = (
    <div className={styles.fields}>
      {isOfData && <ParentsField {...props} />}
      {isOfData && <PreFilter {...props} />}
      {type === 'filter_range' ? <RangeFields {...props} /> : <SortField {...props} />}
    </div>
  );
  const settings = (
    <div className={styles.fields}>
      <Description {...props} />
      <Switches {...props} />
      <DefaultValue {...props} />
    </div>
  );
  return (
    <>
      <Target {...props} />
      <Collapse
        ghost
        size="small"
        defaultActiveKey={['configuration', 'settings']}
        items={[
          ...(type === 'filter_time'
            ? []
            : [{ key: 'configuration', label: 'Filter Configuration', children: configuration }]),
          { key: 'settings', label: 'Filter Settings', children: settings },
        ]}
      />
    </>
  );
}

function Description({ filter, onChange }: PartProps) {
  return (
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
  );
}

function TypeField({ filter, wishes, onWish, onChange }: PartProps) {
  const dashboard = useDashboard((state) => state.dashboard);
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
            label: FILTER_TYPE_NAMES[type],
            disabled: needsMoments(type) && !hasMoments,
            title: needsMoments(type) && !hasMoments ? 'No dataset of this dashboard has a time column' : '',
          }))}
          onChange={(filterType) => {
            const [target] = filter.targets ?? [];
            const dataset = target?.datasetId;
            const keeps = filterType !== 'filter_time' && dataset !== undefined;
            onWish({ ...wishes, default: false });
            onChange({
              ...filter,
              filterType,
              targets: [keeps ? { datasetId: dataset } : {}],
              scope: scopeAfter(filter, keeps ? dataset : undefined, dashboard),
              defaultDataMask: NO_VALUE,
            });
          }}
        />
      )}
    </Field>
  );
}

/** The dataset and the column that a filter asks. */
function Target({ filter, problems, onChange }: PartProps) {
  const dashboard = useDashboard((state) => state.dashboard);
  const { datasets } = dashboard;
  const type = filter.filterType ?? 'filter_select';
  const [target] = filter.targets ?? [];
  if (type === 'filter_time') return null;
  const dataset = datasets.find(({ id }) => id === target?.datasetId);
  const { column } = target ?? {};
  const isGone = dataset && column && !dataset.columns.some(({ column_name }) => column_name === column.name);
  const gone = isGone ? `The dataset has no column "${column.name}" any more.` : undefined;
  return (
    <div className={styles.pair}>
      <Field
        label="Dataset"
        problem={
          problems.dataset ??
          (target?.datasetId !== undefined && !dataset
            ? 'No chart here shows this dataset any more.'
            : undefined)
        }
      >
        {(id) => (
          <Select<number>
            id={id}
            showSearch={{ optionFilterProp: 'label' }}
            value={target?.datasetId ?? null}
            options={datasets.map((each) => ({ value: each.id, label: each.datasource_name }))}
            onChange={(datasetId) =>
              onChange({
                ...filter,
                targets: [{ datasetId }],
                scope: scopeAfter(filter, datasetId, dashboard),
                defaultDataMask: NO_VALUE,
              })
            }
          />
        )}
      </Field>
      {(type === 'filter_select' || type === 'filter_range') && (
        <Field label="Column" problem={problems.column ?? gone}>
          {(id) => (
            <Select<string>
              id={id}
              showSearch={{ optionFilterProp: 'label' }}
              value={column?.name ?? null}
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
    <div className={styles.boxes}>
      {SWITCHES.filter(({ types }) => types.includes(type)).map(({ key, label }) => (
        <Checkbox key={key} checked={isOn(key)} onChange={({ target }) => say(key, target.checked)}>
          {label}
        </Checkbox>
      ))}
    </div>
  );
}
