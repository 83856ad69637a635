import { LockOutlined, UnlockOutlined } from '@ant-design/icons';
import { Button, Input, Radio } from 'antd';
import { useState } from 'react';
import { CodeField } from '../editor/code-field.tsx';
import styles from './dataset-editor.module.css';
import { Labelled } from './part-table.tsx';
import type { TabProps } from './tab-props.ts';

interface SourceTabProps extends TabProps {
  database: { id: number; name: string };
}

/** Where the rows of a dataset come from; locked at first, since every chart of it depends on that. */
export function SourceTab({ draft, change, database }: SourceTabProps) {
  const [isLocked, setIsLocked] = useState(true);
  const isVirtual = draft.kind === 'virtual';
  const lab = new URLSearchParams({
    dbid: String(database.id),
    name: draft.table_name,
    sql: draft.sql ?? '',
    isDataset: 'true',
  });
  if (draft.schema) lab.set('schema', draft.schema);
  return (
    <div className={styles.form}>
      <div className={styles.bar}>
        <Button
          icon={isLocked ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
          onClick={() => setIsLocked(!isLocked)}
        >
          {isLocked ? 'Click the lock to make changes.' : 'Click the lock to prevent further changes.'}
        </Button>
        <Radio.Group
          aria-label="Kind of dataset"
          disabled={isLocked}
          value={draft.kind}
          options={[
            { value: 'physical', label: 'Physical (table or view)' },
            { value: 'virtual', label: 'Virtual (SQL)' },
          ]}
          onChange={(event) => change({ kind: event.target.value })}
        />
      </div>
      <Labelled label="Database">
        <Input aria-label="Database" disabled value={database.name} />
      </Labelled>
      <div className={styles.pair}>
        {draft.catalog !== null && (
          <Labelled label="Catalog">
            <Input
              aria-label="Catalog"
              disabled={isLocked}
              value={draft.catalog}
              onChange={(event) => change({ catalog: event.target.value })}
            />
          </Labelled>
        )}
        <Labelled label="Schema">
          <Input
            aria-label="Schema"
            disabled={isLocked}
            value={draft.schema ?? ''}
            onChange={(event) => change({ schema: event.target.value || null })}
          />
        </Labelled>
      </div>
      <Labelled label={isVirtual ? 'Name' : 'Table'}>
        <Input
          aria-label={isVirtual ? 'Name' : 'Table'}
          disabled={isLocked}
          value={draft.table_name}
          onChange={(event) => change({ table_name: event.target.value })}
        />
      </Labelled>
      {isVirtual && (
        <Labelled label="SQL">
          <CodeField
            label="SQL"
            language="sql"
            readOnly={isLocked}
            value={draft.sql ?? ''}
            onChange={(sql) => change({ sql })}
          />
          <a href={`/sqllab/?${lab}`} target="_blank" rel="noreferrer">
            Open in SQL Lab
          </a>
        </Labelled>
      )}
    </div>
  );
}
