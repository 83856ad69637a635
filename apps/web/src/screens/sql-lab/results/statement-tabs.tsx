import { type KeyboardEvent, useEffect, useRef } from 'react';
import { tabAfter } from '../../../shared/tab-after.ts';
import styles from './statement-tabs.module.css';

export interface StatementTabsProps {
  /** Of each statement, in their order; no two are the same. */
  labels: readonly string[];
  open: number;
  /** The id of the element that shows what the open one has brought. */
  panel: string;
  onOpen: (place: number) => void;
}

/** A tab for each statement of a script; keys go through them as through all tabs. */
export function StatementTabs({ labels, open, panel, onOpen }: StatementTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[open]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  const onKey = (event: KeyboardEvent) => {
    const place = tabAfter(event.key, open, labels.length);
    if (place === undefined) return;
    event.preventDefault();
    onOpen(place);
    const tab = list.current?.children[place];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label="Statements" className={styles.list} onKeyDown={onKey}>
      {labels.map((label, place) => (
        <button
          key={label}
          type="button"
          role="tab"
          id={statementTabId(panel, place)}
          aria-selected={place === open}
          aria-controls={panel}
          tabIndex={place === open ? 0 : -1}
          className={styles.tab}
          onClick={() => onOpen(place)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** The id of the tab of a statement. */
export function statementTabId(panel: string, place: number): string {
  return `${panel}-${place}`;
}
