import { Form, InputNumber, Select } from 'antd';
import { CodeField } from '../../shared/editor/code-field.tsx';
import { OneField } from './one-field.tsx';
import { CONDITIONS, type ReportForm } from './report-form.ts';
import styles from './reports.module.css';

/** What an alert looks at, and when it sends. */
export function ConditionFields() {
  const compares = Form.useWatch<ReportForm['condition'] | undefined>('condition') !== 'not null';
  return (
    <>
      <Form.Item name="database" label="Database" required>
        <OneField label="Database" resource="database" column="database_name" placeholder="Select database" />
      </Form.Item>
      <Form.Item
        name="sql"
        label="SQL Query"
        required
        tooltip="The result of this query must be a value capable of numeric interpretation e.g. 1, 1.0, or &quot;1&quot; (compatible with Python's float() function)."
      >
        <CodeField label="SQL Query" language="sql" height={140} />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item name="condition" label="Trigger Alert If..." required>
          <Select options={[...CONDITIONS]} />
        </Form.Item>
        {compares && (
          <Form.Item name="threshold" label="Value" required>
            <InputNumber style={{ width: '100%' }} placeholder="Value" />
          </Form.Item>
        )}
      </div>
    </>
  );
}
