import { ClockCircleOutlined } from '@ant-design/icons';
import { loadable } from '@chartroom/ui';
import { Button, Popover, Skeleton, Tooltip } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { focusAgain, keepTabWithin } from '../focus.ts';
import { NO_FILTER, useActualRange } from './actual-range.ts';
import { frameOf } from './frame.ts';

/** Calendars are large, and few open them. */
const TimeRangeEditor = loadable(
  async () => (await import('./time-range-editor.tsx')).TimeRangeEditor,
  () => <Skeleton active />,
);

export interface TimeRangePickerProps {
  value: string;
  onChange: (range: string) => void;
  label: string;
  /** What is said above the editor while it is open; `choose` takes a range at once. */
  hint?: (choose: (range: string) => void) => ReactNode;
}

/** A pill with the chosen range; opens the editor with all its frames. */
export function TimeRangePicker({ value, onChange, label, hint }: TimeRangePickerProps) {
  const [open, setOpen] = useState(false);
  const pillButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) focusAgain(pillButton.current);
    wasOpen.current = open;
  }, [open]);
  const actual = useActualRange(value);
  const frame = frameOf(value);
  const plain = frame !== 'Custom' && frame !== 'Advanced';
  const text = value || NO_FILTER;
  const pill = plain ? text : (actual.data ?? text);
  const meaning = plain ? actual.data : text;
  const choose = (range: string) => {
    setOpen(false);
    onChange(range);
  };
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      placement="bottomLeft"
      title="Edit time range"
      content={
        <>
          {hint?.(choose)}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: its fields have the focus, it only keeps Tab among them */}
          <div onKeyDown={keepTabWithin}>
            <TimeRangeEditor value={text} onCancel={() => setOpen(false)} onApply={choose} />
          </div>
        </>
      }
    >
      <Tooltip title={open ? '' : meaning}>
        <Button
          ref={pillButton}
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
