import { CodeEditor } from '@chartroom/ui';
import styles from './popover.module.css';

export interface SqlFieldProps {
  label: string;
  value: string;
  /** Names to complete. */
  columns: readonly string[];
  onChange: (sql: string) => void;
}

/** A small SQL editor for one expression, completing the dataset's columns. */
export function SqlField({ label, value, columns, onChange }: SqlFieldProps) {
  return (
    <div className={styles.sql}>
      <CodeEditor
        language="sql"
        label={label}
        value={value}
        words={columns}
        lineNumbers={false}
        onChange={onChange}
      />
    </div>
  );
}
