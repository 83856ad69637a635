import { Form, InputNumber, Select } from 'antd';
import { fetchRelated } from '../../api/list.ts';
import { CodeField } from '../../shared/editor/code-field.tsx';
import { OneRemoteSelect } from '../../shared/editor/remote-select.tsx';
import { CONDITIONS, type ReportForm } from './report-form.ts';
import styles from './reports.module.css';

/** What an alert looks at, and when it sends. */
export function ConditionFields() {
  const compares = Form.useWatch<ReportForm['condition'] | undefined>('condition') !== 'not null';
  return (
    <>
      <Form.Item name="database" label="Database" required>
        <DatabaseField />
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

interface DatabaseFieldProps {
  /** Set by the form. */
  value?: number;
  onChange?: (value: number | undefined) => void;
}

/** The database that an alert asks, of those that alerts may have. */
function DatabaseField({ value, onChange }: DatabaseFieldProps) {
  return (
    <OneRemoteSelect
      label="Database"
      source={['report', 'related', 'database']}
      load={async (asked, signal) => {
        const answer = await fetchRelated('report', 'database', asked, signal);
        return answer.map((choice) => ({ value: Number(choice.value), label: choice.text }));
      }}
      placeholder="Select database"
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  );
}
