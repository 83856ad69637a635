import { Button } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './popover.module.css';

export interface PopoverFrameProps {
  /** Whether what was chosen can be taken over. */
  isReady: boolean;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** What stands around the editor of a metric, a column or a filter: its buttons, and the keys that press them. */
export function PopoverFrame({ isReady, onSave, onCancel, children }: PopoverFrameProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.altKey || event.shiftKey) return;
    const { currentTarget: frame, target } = event;
    if (!(target instanceof Node) || !frame.contains(target)) return;
    if (!event.ctrlKey && !event.metaKey && !isPlainField(target)) return;
    // Neither the editor of SQL nor the page has a use of its own for it.
    event.preventDefault();
    event.stopPropagation();
    if (isReady) onSave();
  };
  return (
    <div className={styles.popover} onKeyDownCapture={press}>
      {children}
      <div className={styles.buttons}>
        <Button size="small" onClick={onCancel}>
          Close
        </Button>
        <Button size="small" type="primary" disabled={!isReady} title="Ctrl+Enter" onClick={onSave}>
          Save
        </Button>
      </div>
    </div>
  );
}

/** A field of one line, whose Enter does nothing else. */
function isPlainField(target: Node): boolean {
  return target instanceof HTMLInputElement && target.type === 'text' && target.role !== 'combobox';
}
