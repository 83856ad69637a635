import { Alert } from 'antd';
import { DatabaseSelect } from '../database-select.tsx';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';
import styles from './toolbar.module.css';

/** Instead of the toolbar, where there is nobody to ask (contract/ui.md E3): nothing runs until another database is chosen. */
export function UnknownDatabase({ tab: { id, databaseId } }: { tab: LabTab }) {
  const isNone = useLab(({ databases }) => Object.keys(databases).length === 0);
  const why =
    databaseId === null
      ? 'This tab has none any more.'
      : 'The one of this tab was deleted, or is not offered to you any more.';
  return (
    <Alert
      className={styles.unknown}
      type="warning"
      showIcon
      role="alert"
      title="Select a database to write a query"
      description={
        <>
          {why} What is written here stays.
          {isNone ? (
            ' There is no database that you may query: an administrator can add one.'
          ) : (
            <DatabaseSelect
              className={styles.chooser}
              aria-label="Database to query"
              tab={id}
              databaseId={databaseId}
            />
          )}
        </>
      }
    />
  );
}
