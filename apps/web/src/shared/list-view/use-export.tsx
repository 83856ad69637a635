import type { BundledKind } from '@chartroom/model';
import { Button, Spin } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { exportBundle } from '../../api/bundles.ts';
import { errorText } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';
import styles from './list-view.module.css';

/** Exports things as a bundle; `busy` covers the page until the file is there, and can be stopped. */
export function useExport(kind: BundledKind | undefined): {
  start: (ids: number[]) => void;
  busy: ReactNode;
} {
  const [running, setRunning] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const start = (ids: number[]) => {
    if (!kind) return;
    const controller = new AbortController();
    stop.current = controller;
    setRunning(true);
    exportBundle(kind, ids, controller.signal)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) toast.error(`The export failed: ${errorText(error)}`);
      })
      .finally(() => setRunning(false));
  };
  const busy = running && (
    <div className={styles.exporting} role="status">
      <Spin description="Preparing the export" />
      <Button onClick={() => stop.current?.abort()}>Stop</Button>
    </div>
  );
  return { start, busy };
}
