import { Alert, Button, DatePicker, Input, InputNumber, Radio, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { errorText } from '../../api/client.ts';
import { useSettled } from '../use-settled.ts';
import { NO_FILTER, useActualRange } from './actual-range.ts';
import {
  CHOICES,
  type CustomRange,
  defaultCustom,
  FRAMES,
  type Frame,
  frameOf,
  GRAINS,
  parseCustom,
  printCustom,
  type Side,
} from './frame.ts';
import styles from './time-range.module.css';

export interface TimeRangeEditorProps {
  value: string;
  onApply: (range: string) => void;
  onCancel: () => void;
}

/** Chooses a time range by one of its frames; shows at once what the range means. */
export function TimeRangeEditor({ value, onApply, onCancel }: TimeRangeEditorProps) {
  const [frame, setFrame] = useState<Frame>(frameOf(value));
  const [range, setRange] = useState(value);
  const settled = useSettled(range, 400);
  const actual = useActualRange(settled);
  const invalid = frame !== 'No filter' && (actual.isError || range.trim() === '');
  const choose = (next: Frame) => {
    setFrame(next);
    if (next === 'No filter') setRange(NO_FILTER);
    else if (next === 'Custom') setRange(printCustom(parseCustom(range) ?? defaultCustom(new Date())));
    else if (next === 'Advanced') setRange(range === NO_FILTER ? '' : range);
    else setRange(CHOICES[next][0]?.value ?? NO_FILTER);
  };
  return (
    <div className={styles.editor}>
      <label htmlFor="range-type">Range type</label>
      <Select id="range-type" autoFocus value={frame} options={FRAMES} onChange={choose} />
      <FrameFields frame={frame} range={range} onRange={setRange} />
      <div className={styles.actual}>
        <b>Actual time range</b>
        {invalid && actual.isError ? (
          <Alert type="error" showIcon title={errorText(actual.error)} />
        ) : (
          <span aria-live="polite">{frame === 'No filter' ? NO_FILTER : (actual.data ?? '…')}</span>
        )}
      </div>
      <div className={styles.buttons}>
        <Button onClick={onCancel}>CANCEL</Button>
        <Button
          type="primary"
          disabled={invalid}
          onClick={() => onApply(frame === 'No filter' ? NO_FILTER : range)}
        >
          APPLY
        </Button>
      </div>
    </div>
  );
}

function FrameFields({
  frame,
  range,
  onRange,
}: {
  frame: Frame;
  range: string;
  onRange: (range: string) => void;
}) {
  if (frame === 'No filter') return null;
  if (frame === 'Custom')
    return (
      <CustomFields
        range={parseCustom(range) ?? defaultCustom(new Date())}
        onRange={(next) => onRange(printCustom(next))}
      />
    );
  if (frame === 'Advanced') return <AdvancedFields range={range} onRange={onRange} />;
  return (
    <Radio.Group
      className={styles.choices}
      value={range}
      onChange={(event) => onRange(String(event.target.value))}
      options={CHOICES[frame]}
      aria-label={`${frame} …`}
    />
  );
}

function AdvancedFields({ range, onRange }: { range: string; onRange: (range: string) => void }) {
  const parts = range.split(' : ');
  const single = parts.length === 1;
  const alone = /^next/i.test(range) ? ['', range] : [range, ''];
  const [since = '', until = ''] = single ? alone : [parts[0] ?? '', parts.slice(1).join(' : ')];
  const join = (left: string, right: string) => onRange(left || right ? `${left} : ${right}` : '');
  return (
    <div className={styles.pair}>
      <div>
        <label htmlFor="range-since">START (INCLUSIVE)</label>
        <Input
          id="range-since"
          value={since}
          placeholder="Last 3 weeks, DATEADD(…), 2020-01-01"
          onChange={(event) => join(event.target.value, until)}
        />
      </div>
      <div>
        <label htmlFor="range-until">END (EXCLUSIVE)</label>
        <Input
          id="range-until"
          value={until}
          placeholder="now, today, 2021-01-01"
          onChange={(event) => join(since, event.target.value)}
        />
      </div>
    </div>
  );
}

function CustomFields({ range, onRange }: { range: CustomRange; onRange: (range: CustomRange) => void }) {
  const both = range.since.mode === 'relative' && range.until.mode === 'relative';
  return (
    <>
      <div className={styles.pair}>
        <SideFields
          title="START (INCLUSIVE)"
          side={range.since}
          before
          onSide={(since) => onRange({ ...range, since })}
        />
        <SideFields
          title="END (EXCLUSIVE)"
          side={range.until}
          before={false}
          onSide={(until) => onRange({ ...range, until })}
        />
      </div>
      {both && (
        <div className={styles.pair}>
          <div>
            <label htmlFor="range-anchor">ANCHOR TO</label>
            <Select
              id="range-anchor"
              value={range.anchor === 'now' ? 'now' : 'specific'}
              options={[
                { value: 'now', label: 'NOW' },
                { value: 'specific', label: 'Date/Time' },
              ]}
              onChange={(kind) =>
                onRange({
                  ...range,
                  anchor: kind === 'now' ? 'now' : dayjs().startOf('day').format('YYYY-MM-DDTHH:mm:ss'),
                })
              }
            />
          </div>
          {range.anchor !== 'now' && (
            <DatePicker
              showTime
              allowClear={false}
              value={dayjs(range.anchor)}
              onChange={(day) => day && onRange({ ...range, anchor: day.format('YYYY-MM-DDTHH:mm:ss') })}
            />
          )}
        </div>
      )}
    </>
  );
}

interface SideFieldsProps {
  title: string;
  side: Side;
  /** A relative start lies before its anchor. */
  before: boolean;
  onSide: (side: Side) => void;
}

function SideFields({ title, side, before, onSide }: SideFieldsProps) {
  const modes: { value: Side['mode']; label: string }[] = [
    { value: 'specific', label: 'Specific Date/Time' },
    { value: 'relative', label: 'Relative Date/Time' },
    { value: 'now', label: 'Now' },
    { value: 'today', label: 'Midnight' },
  ];
  return (
    <div className={styles.side}>
      <span>{title}</span>
      <Select
        aria-label={title}
        value={side.mode}
        options={modes}
        onChange={(mode) =>
          onSide({ ...side, mode, amount: before ? -Math.abs(side.amount) : Math.abs(side.amount) })
        }
      />
      {side.mode === 'specific' && (
        <DatePicker
          showTime
          allowClear={false}
          aria-label={`${title} date`}
          value={dayjs(side.datetime)}
          onChange={(day) => day && onSide({ ...side, datetime: day.format('YYYY-MM-DDTHH:mm:ss') })}
        />
      )}
      {side.mode === 'relative' && (
        <div className={styles.relative}>
          <InputNumber
            aria-label={`${title} amount`}
            min={1}
            value={Math.abs(side.amount)}
            onChange={(amount) =>
              onSide({ ...side, amount: before ? -Math.abs(amount ?? 1) : Math.abs(amount ?? 1) })
            }
          />
          <Select
            aria-label={`${title} unit`}
            value={side.grain}
            options={GRAINS.map((grain) => ({
              value: grain,
              label: `${grain[0]?.toUpperCase()}${grain.slice(1)}s ${before ? 'Before' : 'After'}`,
            }))}
            onChange={(grain) => onSide({ ...side, grain })}
          />
        </div>
      )}
    </div>
  );
}
