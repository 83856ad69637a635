import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ValueFieldProps } from './value-fields.tsx';

/** A day, as `2024-12-31`. */
export function DayField({ control, label, value, onChange }: ValueFieldProps) {
  const day = typeof value === 'string' ? dayjs(value) : undefined;
  return (
    <DatePicker
      id={`control-${control.name}`}
      aria-label={label}
      value={day?.isValid() ? day : null}
      onChange={(next) => onChange(next === null ? null : next.format('YYYY-MM-DD'))}
    />
  );
}
