import { Button } from 'antd';
import { useState } from 'react';
import { ConfirmDelete } from '../../shared/confirm-delete.tsx';
import { useLab } from './lab-store.ts';
import styles from './sql-lab.module.css';

/** A way out of tabs that are in the way, for an address with `reset=1` (contract/ui.md E1): all are closed. */
export function ResetState() {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const reset = async () => {
    setBusy(true);
    const { tabs, close } = useLab.getState();
    await close(tabs.map(({ id }) => id));
    setBusy(false);
    setAsking(false);
  };
  return (
    <div className={styles.reset}>
      <Button danger type="primary" size="small" onClick={() => setAsking(true)}>
        Reset state
      </Button>
      {asking && (
        <ConfirmDelete
          title="Reset state?"
          busy={busy}
          onConfirm={() => void reset()}
          onCancel={() => setAsking(false)}
        >
          All tabs of SQL Lab are closed, with what is written in them. Saved queries and the query history
          stay.
        </ConfirmDelete>
      )}
    </div>
  );
}
