import { Button } from 'antd';
import { useState } from 'react';
import styles from './results.module.css';

/** Members shown of a list or an object before more are asked for. */
const TOGETHER = 100;

/** A value as a tree; what is inside of a member is there when it is opened. */
export function JsonTree({ value, name, depth = 0 }: { value: unknown; name?: string; depth?: number }) {
  const [open, setOpen] = useState(depth < 1);
  const [shown, setShown] = useState(TOGETHER);
  const label = name !== undefined && <span className={styles.jsonKey}>{name}: </span>;
  if (typeof value !== 'object' || value === null)
    return (
      <div className={styles.jsonLeaf}>
        {label}
        {JSON.stringify(value)}
      </div>
    );
  const members = Object.entries(value);
  const size = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`;
  return (
    <details open={open} className={styles.jsonNode} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        {size}
      </summary>
      {open &&
        members
          .slice(0, shown)
          .map(([key, member]) => <JsonTree key={key} name={key} value={member} depth={depth + 1} />)}
      {open && members.length > shown && (
        <Button size="small" type="link" onClick={() => setShown(shown + TOGETHER)}>
          {members.length - shown} more
        </Button>
      )}
    </details>
  );
}
