import { DatePicker, InputNumber, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useState } from 'react';
import type { FilterRange } from './list-state.ts';

interface RangeProps {
  id: string;
  value: FilterRange | undefined;
  onChange: (value: FilterRange | undefined) => void;
}

/** Two moments, each of which may be open; epoch milliseconds. */
export function DatesField({ id, value, onChange }: RangeProps) {
  const shown: [Dayjs | null, Dayjs | null] = [momentOf(value?.[0]), momentOf(value?.[1])];
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }}
      showTime
      allowEmpty={[true, true]}
      value={shown}
      onChange={(dates) => onChange(rangeOf(dates?.[0]?.valueOf() ?? null, dates?.[1]?.valueOf() ?? null))}
    />
  );
}

/** Two numbers, each of which may be open; told when a field is left or Enter is pressed. */
export function NumbersField({ id, label, value, onChange }: RangeProps & { label: string }) {
  const [draft, setDraft] = useState<FilterRange>(value ?? [null, null]);
  useEffect(() => setDraft(value ?? [null, null]), [value]);
  const tell = () => {
    if (draft[0] !== (value?.[0] ?? null) || draft[1] !== (value?.[1] ?? null)) onChange(rangeOf(...draft));
  };
  return (
    <Space.Compact block>
      <InputNumber
        id={id}
        placeholder="Min"
        value={draft[0]}
        onChange={(low) => setDraft([low, draft[1]])}
        onPressEnter={tell}
        onBlur={tell}
      />
      <InputNumber
        aria-label={`${label}, maximum`}
        placeholder="Max"
        value={draft[1]}
        onChange={(high) => setDraft([draft[0], high])}
        onPressEnter={tell}
        onBlur={tell}
      />
    </Space.Compact>
  );
}

function momentOf(value: number | null | undefined): Dayjs | null {
  return value === null || value === undefined ? null : dayjs(value);
}

function rangeOf(low: number | null, high: number | null): FilterRange | undefined {
  return low === null && high === null ? undefined : [low, high];
}
