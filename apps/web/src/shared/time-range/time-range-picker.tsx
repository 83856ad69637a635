import { ClockCircleOutlined } from '@ant-design/icons';
import { Button, Popover, Skeleton, Tooltip } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { NO_FILTER, useActualRange } from './actual-range.ts';
import { frameOf } from './frame.ts';

/** Calendars are large, and few open them. */
const TimeRangeEditor = lazy(async () => ({
  default: (await import('./time-range-editor.tsx')).TimeRangeEditor,
}));

export interface TimeRangePickerProps {
  value: string;
  onChange: (range: string) => void;
  label: string;
}

/** A pill with the chosen range; opens the editor with all its frames. */
export function TimeRangePicker({ value, onChange, label }: TimeRangePickerProps) {
  const [open, setOpen] = useState(false);
  const actual = useActualRange(value);
  const frame = frameOf(value);
  const plain = frame !== 'Custom' && frame !== 'Advanced';
  const text = value || NO_FILTER;
  const pill = plain ? text : (actual.data ?? text);
  const meaning = plain ? actual.data : text;
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      placement="bottomLeft"
      title="Edit time range"
      content={
        <Suspense fallback={<Skeleton active />}>
          <TimeRangeEditor
            value={text}
            onCancel={() => setOpen(false)}
            onApply={(range) => {
              setOpen(false);
              onChange(range);
            }}
          />
        </Suspense>
      }
    >
      <Tooltip title={open ? '' : meaning}>
        <Button
          block
          icon={<ClockCircleOutlined aria-hidden />}
          aria-label={`${label}: ${pill}`}
          style={{ justifyContent: 'flex-start', overflow: 'hidden' }}
        >
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{pill}</span>
        </Button>
      </Tooltip>
    </Popover>
  );
}
