import { CopyOutlined } from '@ant-design/icons';
import { CodeEditor, copyText } from '@chartroom/ui';
import { useNavigate } from '@tanstack/react-router';
import { Button, Segmented } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { toast } from '../../base/toasts.tsx';
import { Dialog } from '../dialog.tsx';
import styles from './sql-lists.module.css';

export interface PreviewedQuery {
  /** What is said of it, e.g. its name. */
  facts: readonly { label: string; value: ReactNode }[];
  /** Its texts: one, or as it was written and as it was carried out. */
  texts: readonly { label: string; sql: string }[];
  /** Where SQL Lab opens it; absent = it may not, or cannot. */
  open?: string | undefined;
}

export interface QueryPreviewProps {
  /** Queries to leaf through, in the order of their list. */
  queries: readonly PreviewedQuery[];
  /** The one in view. */
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** Shows a query of a list; the arrow keys and two buttons lead to those before and after it. */
export function QueryPreview({ queries, at, onMove, onClose }: QueryPreviewProps) {
  const navigate = useNavigate();
  const [way, setWay] = useState(0);
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      // In the text the arrows move the cursor, and from one choice to the next.
      if (event.target instanceof Element && event.target.closest('[contenteditable], [role=radiogroup]'))
        return;
      const next = at + (STEPS[event.key] ?? 0);
      if (next !== at && queries[next]) onMove(next);
    };
    window.addEventListener('keydown', keys);
    return () => window.removeEventListener('keydown', keys);
  }, [at, queries, onMove]);
  const query = queries[at];
  if (!query) return null;
  const text = query.texts[way] ?? query.texts[0];
  const { open } = query;
  return (
    <Dialog
      title="Query preview"
      width={760}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <span>
            {at + 1} of {queries.length}
          </span>
          <Button disabled={at === 0} onClick={() => onMove(at - 1)}>
            Previous
          </Button>
          <Button disabled={at === queries.length - 1} onClick={() => onMove(at + 1)}>
            Next
          </Button>
          {open && (
            <Button type="primary" onClick={() => void navigate({ to: open })}>
              Open in SQL Lab
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.preview}>
        <dl className={styles.facts}>
          {query.facts.map(({ label, value }) => [
            <dt key={`${label}:`}>{label}</dt>,
            <dd key={label}>{value}</dd>,
          ])}
        </dl>
        <div className={styles.bar}>
          {query.texts.length > 1 ? (
            <Segmented
              size="small"
              options={query.texts.map(({ label }, value) => ({ label, value }))}
              value={query.texts[way] ? way : 0}
              onChange={setWay}
            />
          ) : (
            <span />
          )}
          <Button
            size="small"
            icon={<CopyOutlined aria-hidden />}
            onClick={() => void copyText(text?.sql ?? '').then(() => toast.success('SQL Copied!'))}
          >
            Copy
          </Button>
        </div>
        <div className={styles.code}>
          <CodeEditor language="sql" label="SQL" value={text?.sql ?? ''} readOnly />
        </div>
      </div>
    </Dialog>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
