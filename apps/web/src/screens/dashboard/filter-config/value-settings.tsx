import { Checkbox, Radio, Select } from 'antd';
import { SINGLE_VALUES } from '../../../shared/filter-values/range-values.ts';
import { useDashboard } from '../store/dashboard-context.ts';
import { Field } from './field.tsx';
import styles from './filter-config.module.css';
import { NO_VALUE, type PartProps } from './part-props.ts';

type Props = Pick<PartProps, 'filter' | 'onChange'>;

/** In which order a filter offers its values. */
export function SortField({ filter, onChange }: Props) {
  const { sortAscending } = filter.controlValues ?? {};
  const isOn = typeof sortAscending === 'boolean';
  const metrics = useDashboard(
    ({ dashboard }) => dashboard.datasets.find(({ id }) => id === filter.targets?.[0]?.datasetId)?.metrics,
  );
  const say = (ascending: boolean | undefined) => {
    const { sortAscending: _, ...others } = filter.controlValues ?? {};
    const controlValues = ascending === undefined ? others : { ...others, sortAscending: ascending };
    onChange({ ...filter, controlValues, ...(ascending === undefined && { sortMetric: null }) });
  };
  const isOfValues = (filter.filterType ?? 'filter_select') === 'filter_select';
  return (
    <div className={styles.field}>
      <Checkbox checked={isOn} onChange={({ target }) => say(target.checked ? true : undefined)}>
        Sort filter values
      </Checkbox>
      {isOn && (
        <div className={styles.inner}>
          <Radio.Group
            aria-label="Sort type"
            value={sortAscending}
            options={[
              { value: true, label: 'Sort ascending' },
              { value: false, label: 'Sort descending' },
            ]}
            onChange={({ target }) => say(target.value === true)}
          />
          {isOfValues && metrics && metrics.length > 0 && (
            <Field label="Sort Metric">
              {(id) => (
                <Select<string>
                  id={id}
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder="By the values themselves"
                  value={filter.sortMetric ?? null}
                  options={metrics.map(({ metric_name, verbose_name }) => ({
                    value: metric_name,
                    label: verbose_name || metric_name,
                  }))}
                  onChange={(sortMetric: string | undefined) =>
                    onChange({ ...filter, sortMetric: sortMetric ?? null })
                  }
                />
              )}
            </Field>
          )}
        </div>
      )}
    </div>
  );
}

const MODES = [
  { value: 'slider', label: 'Slider' },
  { value: 'input', label: 'Range Inputs' },
  { value: 'slider-and-input', label: 'Slider and range input' },
];

/** How a range is chosen: one number or two, dragged or written. */
export function RangeFields({ filter, onChange }: Props) {
  const { enableSingleValue, rangeDisplayMode } = filter.controlValues ?? {};
  const single = typeof enableSingleValue === 'number' ? enableSingleValue : undefined;
  const sayOne = (value: number | undefined) => {
    const { enableSingleValue: _, ...others } = filter.controlValues ?? {};
    const controlValues = value === undefined ? others : { ...others, enableSingleValue: value };
    onChange({ ...filter, controlValues, defaultDataMask: NO_VALUE });
  };
  return (
    <>
      <div className={styles.field}>
        <Checkbox
          checked={single !== undefined}
          onChange={({ target }) => sayOne(target.checked ? SINGLE_VALUES.indexOf('Exact') : undefined)}
        >
          Single Value
        </Checkbox>
        {single !== undefined && (
          <div className={styles.inner}>
            <Radio.Group
              aria-label="Single value type"
              value={single}
              options={SINGLE_VALUES.map((label, value) => ({ value, label }))}
              onChange={({ target }) => sayOne(Number(target.value))}
            />
          </div>
        )}
      </div>
      <Field label="Range Type">
        {(id) => (
          <Select<string>
            id={id}
            value={typeof rangeDisplayMode === 'string' ? rangeDisplayMode : 'slider-and-input'}
            options={MODES}
            onChange={(mode) =>
              onChange({ ...filter, controlValues: { ...filter.controlValues, rangeDisplayMode: mode } })
            }
          />
        )}
      </Field>
    </>
  );
}
