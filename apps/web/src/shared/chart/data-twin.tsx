import { loadable } from '@chartroom/ui';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { may } from '../../base/bootstrap.ts';
import styles from './data-twin.module.css';
import type { ResultsModalProps } from './results-modal.tsx';

/** Whoever never asks for a table does without its grid. */
const ResultsModal = loadable(async () => (await import('./results-modal.tsx')).ResultsModal);

/** Whether the person looking may have the rows that a chart was drawn from as a table (contract/ui.md B7). */
export function mayViewAsTable(): boolean {
  return may('can_explore', 'Superset') || may('can_view_chart_as_table', 'Dashboard');
}

interface DataTwinProps extends Omit<ResultsModalProps, 'onClose'> {
  /** The element that says what the picture shows. */
  describedBy: string;
}

/** The way from a picture to the table of what it shows, which whoever goes by the keyboard comes to first. */
export function DataTwin({ describedBy, ...chart }: DataTwinProps) {
  const [isOpen, setOpen] = useState(false);
  const way = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { current: left } = way;
    if (!isOpen) return;
    // Whoever closes the table goes on where they were.
    return () => left?.focus();
  }, [isOpen]);
  if (!mayViewAsTable()) return null;
  return (
    <>
      <Button
        ref={way}
        size="small"
        className={styles.twin}
        aria-describedby={describedBy}
        data-unpictured
        onClick={() => setOpen(true)}
      >
        Show data as table
      </Button>
      {isOpen && <ResultsModal {...chart} onClose={() => setOpen(false)} />}
    </>
  );
}
