import type { Control } from '@chartroom/charts';
import { membersOf } from '@chartroom/charts';
import { Checkbox, Input, Radio, Select } from 'antd';
import styles from './controls.module.css';
import { ColumnsField, MetricsField, type ReferenceFieldProps } from './reference-fields.tsx';

/** The columns of each way to tell a place, and what they are called. */
const PLACES: Readonly<Record<string, { label: string; columns: readonly (readonly [string, string])[] }>> = {
  latlong: {
    label: 'Longitude & Latitude columns',
    columns: [
      ['lonCol', 'Longitude'],
      ['latCol', 'Latitude'],
    ],
  },
  delimited: { label: 'Delimited long & lat single column', columns: [['lonlatCol', 'Column']] },
  geohash: { label: 'Geohash', columns: [['geohashCol', 'Column']] },
};

/** Where something is: two columns, one text with both numbers, or a geohash. */
export function SpatialField({ control, label, value, datasource, onChange }: ReferenceFieldProps) {
  const place = membersOf(value);
  const type = typeof place.type === 'string' && Object.hasOwn(PLACES, place.type) ? place.type : 'latlong';
  return (
    <div className={styles.list}>
      <Select
        id={`control-${control.name}`}
        aria-label={label}
        className={styles.wide}
        value={type}
        options={Object.entries(PLACES).map(([way, { label: text }]) => ({ value: way, label: text }))}
        onChange={(way) => onChange({ type: way })}
      />
      {PLACES[type]?.columns.map(([key, text]) => (
        <div key={key} className={styles.control}>
          <label className={styles.label} htmlFor={`control-${control.name}-${key}`}>
            {text}
          </label>
          <ColumnsField
            control={inner(control, key)}
            label={`${label}: ${text}`}
            value={place[key]}
            datasource={datasource}
            onChange={(column) => onChange({ ...place, type, [key]: column })}
          />
        </div>
      ))}
      <Checkbox
        checked={place.reverseCheckbox === true}
        onChange={(event) => onChange({ ...place, type, reverseCheckbox: event.target.checked })}
      >
        Reverse lat/long
      </Checkbox>
    </div>
  );
}

/** A number for all, or a metric. */
export function FixedOrMetricField({ control, label, value, datasource, onChange }: ReferenceFieldProps) {
  const { type, value: held } = membersOf(value);
  const isMetric = type === 'metric';
  return (
    <div className={styles.list}>
      <Radio.Group
        id={`control-${control.name}`}
        aria-label={label}
        value={isMetric ? 'metric' : 'fix'}
        onChange={(event) => onChange({ type: event.target.value, value: null })}
        options={[
          { value: 'fix', label: 'Fixed' },
          { value: 'metric', label: 'Metric' },
        ]}
      />
      {isMetric ? (
        <MetricsField
          control={inner(control, 'metric')}
          label={`${label}: metric`}
          value={held}
          datasource={datasource}
          onChange={(metric) => onChange({ type: 'metric', value: metric })}
        />
      ) : (
        <Input
          aria-label={`${label}: fixed value`}
          inputMode="decimal"
          value={typeof held === 'number' || typeof held === 'string' ? held : ''}
          onChange={(event) => onChange({ type: 'fix', value: event.target.value })}
        />
      )}
    </div>
  );
}

/** A field within a field. */
function inner(control: Control, key: string): Control {
  return { ...control, name: `${control.name}-${key}`, multi: false };
}
