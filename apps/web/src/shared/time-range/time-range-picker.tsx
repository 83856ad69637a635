import { ClockCircleOutlined } from '@ant-design/icons';
import { risonOf } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Button, Popover, Tooltip } from 'antd';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { frameOf } from './frame.ts';
import { TimeRangeEditor } from './time-range-editor.tsx';

export const NO_FILTER = 'No filter';

interface Evaluated {
  since: string;
  until: string;
  timeRange: string;
}

/** What a range means now, as the server works it out. */
export function useActualRange(range: string) {
  return useQuery({
    queryKey: ['time_range', range],
    enabled: range !== NO_FILTER && range !== '',
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const answer = await request<{ result: Evaluated[] | Evaluated }>('GET', '/api/v1/time_range/', {
        query: { q: risonOf(range) },
        signal,
      });
      const first = Array.isArray(answer.result) ? answer.result[0] : answer.result;
      return `${shown(first?.since) || '-∞'} ≤ col < ${shown(first?.until) || '∞'}`;
    },
  });
}

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
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      placement="bottomLeft"
      title="Edit time range"
      content={
        <TimeRangeEditor
          value={text}
          onCancel={() => setOpen(false)}
          onApply={(range) => {
            setOpen(false);
            onChange(range);
          }}
        />
      }
    >
      <Tooltip title={open ? '' : plain ? actual.data : text}>
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

function shown(moment: string | undefined): string {
  return (moment ?? '').replace(/T00:00:00$/, '').replace('T', ' ');
}
