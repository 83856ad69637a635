import { Form, InputNumber, Select } from 'antd';
import { CronField } from '../../shared/schedule/cron-field.tsx';
import { timeZones } from '../../shared/schedule/time-zones.ts';
import styles from './reports.module.css';
import type { ReportKind } from './run-state.tsx';

const RETENTION = [30, 60, 90].map((value) => ({ value, label: `${value} days` }));
/** The server takes it of those alone that are there already. */
const NONE = { value: 0, label: 'None' };

/** When it runs, and how long it may. */
export function ScheduleFields({ kind, isNew }: { kind: ReportKind; isNew: boolean }) {
  return (
    <>
      <Form.Item name="crontab" label="Schedule type" required>
        <CronField />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item name="timezone" label="Timezone" required>
          <Select showSearch={{ optionFilterProp: 'label' }} options={timeZones()} />
        </Form.Item>
        <Form.Item name="log_retention" label="Log retention" required>
          <Select options={isNew ? RETENTION : [NONE, ...RETENTION]} />
        </Form.Item>
        {kind === 'Report' ? (
          <Form.Item name="working_timeout" label="Working timeout" required>
            <InputNumber min={1} precision={0} suffix="seconds" style={{ width: '100%' }} />
          </Form.Item>
        ) : (
          <Form.Item name="grace_period" label="Grace period" required>
            <InputNumber min={1} precision={0} suffix="seconds" style={{ width: '100%' }} />
          </Form.Item>
        )}
      </div>
    </>
  );
}
