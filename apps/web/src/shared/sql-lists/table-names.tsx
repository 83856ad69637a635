import type { QueryTable } from '@chartroom/model';
import { Button, Popover } from 'antd';
import styles from './sql-lists.module.css';

/** The first table that a query names, and the others on demand. */
export function TableNames({ tables }: { tables: readonly QueryTable[] }) {
  const names = [...new Set(tables.map(({ schema, table }) => (schema ? `${schema}.${table}` : table)))];
  const [first, ...rest] = names;
  if (first === undefined) return null;
  return (
    <span className={styles.tables}>
      <span>{first}</span>
      {rest.length > 0 && (
        <Popover
          trigger={['hover', 'click']}
          content={
            <ul className={styles.names}>
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          }
        >
          <Button type="link" size="small">
            {rest.length} more
          </Button>
        </Popover>
      )}
    </span>
  );
}
