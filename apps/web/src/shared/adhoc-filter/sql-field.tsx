import type { DatasourceData } from '@chartroom/model';
import { CodeEditor } from '@chartroom/ui';
import { useMemo } from 'react';
import styles from './popover.module.css';
import { type SqlPiece, useSqlProblem } from './use-sql-problem.ts';

export interface SqlFieldProps {
  label: string;
  value: string;
  piece: SqlPiece;
  /** What it is asked of. */
  datasource: Pick<DatasourceData, 'columns'> & { database: DatasourceData['database'] | null };
  onChange: (sql: string) => void;
}

/** A small SQL editor for one expression or condition: it completes the dataset's columns and tells what cannot be read. */
export function SqlField({ label, value, piece, datasource, onChange }: SqlFieldProps) {
  const { columns, database } = datasource;
  const words = useMemo(() => columns.map((each) => each.column_name), [columns]);
  const problem = useSqlProblem(value, piece, database);
  const marks = useMemo(() => (problem ? [problem] : []), [problem]);
  return (
    <>
      <div className={styles.sql}>
        <CodeEditor
          language="sql"
          label={label}
          value={value}
          words={words}
          marks={marks}
          lineNumbers={false}
          onChange={onChange}
        />
      </div>
      {problem && (
        <div className={styles.problem} role="alert">
          {problem.message}
        </div>
      )}
    </>
  );
}
