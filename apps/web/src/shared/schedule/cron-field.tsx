import { cronInWords } from '@chartroom/model';
import { Input, InputNumber, Segmented, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { crontabOf, EVERY, type Every, type Simple, simpleOf } from './crontab.ts';
import styles from './schedule.module.css';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export interface CronFieldProps {
  id?: string;
  /** Set by the form. */
  value?: string;
  onChange?: (value: string) => void;
}

/** A schedule: picked where it recurs simply, written as a crontab otherwise, and told in words. */
export function CronField({ id, value = '', onChange }: CronFieldProps) {
  const simple = simpleOf(value);
  const [isWritten, setWritten] = useState(simple === undefined);
  const picks = !isWritten && simple !== undefined;
  const set = (change: Partial<Simple>) => simple && onChange?.(crontabOf({ ...simple, ...change }));
  return (
    <div className={styles.cron}>
      <Segmented<string>
        aria-label="Schedule type"
        value={picks ? 'every' : 'cron'}
        options={[
          { value: 'every', label: 'Recurring (every)', disabled: simple === undefined },
          { value: 'cron', label: 'CRON Schedule' },
        ]}
        onChange={(kind) => setWritten(kind === 'cron')}
      />
      {picks ? (
        <div className={styles.row}>
          <Select<Every>
            {...(id !== undefined && { id })}
            aria-label="Every"
            value={simple.every}
            options={EVERY.map((every) => ({ value: every, label: every }))}
            onChange={(every) => set({ every })}
          />
          {simple.every === 'week' && (
            <Select<number>
              aria-label="Day of the week"
              value={simple.weekday}
              options={WEEKDAYS.map((label, weekday) => ({ value: weekday, label }))}
              onChange={(weekday) => set({ weekday })}
            />
          )}
          {simple.every === 'month' && (
            <InputNumber
              aria-label="Day of the month"
              min={1}
              max={31}
              precision={0}
              value={simple.day}
              onChange={(day) => set({ day: day ?? 1 })}
            />
          )}
          {simple.every === 'hour' ? (
            <InputNumber
              aria-label="Minute"
              min={0}
              max={59}
              precision={0}
              prefix="at minute"
              value={simple.minute}
              onChange={(minute) => set({ minute: minute ?? 0 })}
            />
          ) : (
            <TimePicker
              aria-label="Time"
              format="HH:mm"
              needConfirm={false}
              allowClear={false}
              value={dayjs().hour(simple.hour).minute(simple.minute)}
              onChange={(at) => at && set({ hour: at.hour(), minute: at.minute() })}
            />
          )}
        </div>
      ) : (
        <Input
          {...(id !== undefined && { id })}
          aria-label="CRON expression"
          value={value}
          maxLength={1_000}
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
      <div className={styles.words}>{cronInWords(value)}</div>
    </div>
  );
}
