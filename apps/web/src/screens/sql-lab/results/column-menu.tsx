import { DownOutlined } from '@ant-design/icons';
import { grouped } from '@chartroom/model';
import type { RecordColumn } from '@chartroom/ui';
import { Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { summaryOf } from './column-summary.ts';
import { shownName } from './grid-columns.ts';
import { type ColumnsView, toggled } from './result-rows.ts';
import styles from './results.module.css';

export interface ColumnMenuProps {
  column: RecordColumn;
  view: ColumnsView;
  onView: (change: (view: ColumnsView) => ColumnsView) => void;
  /** Values of the column in the rows in sight. */
  valuesOf: (key: string) => unknown[];
}

/** What can be done with a column of a result: sort, filter, pin, hide, and look at what it holds. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { column, view } = props;
  const [open, setOpen] = useState(false);
  const name = shownName(column.label);
  const isFiltered = Boolean(view.filters[column.key]?.trim());
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      // In a narrow window it has room on neither side of its button.
      arrow={false}
      align={{ overflow: { shiftX: true, adjustY: true } }}
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={<MenuBody {...props} onDone={() => setOpen(false)} />}
    >
      <button
        type="button"
        className={styles.columnButton}
        data-active={isFiltered || undefined}
        aria-label={isFiltered ? `Column ${name}, filtered` : `Column ${name}`}
        aria-expanded={open}
      >
        <DownOutlined aria-hidden />
      </button>
    </Popover>
  );
}

function MenuBody({ column, view, onView, valuesOf, onDone }: ColumnMenuProps & { onDone: () => void }) {
  const { key } = column;
  const label = shownName(column.label);
  const [hasSummary, setSummary] = useState(false);
  const isPinned = view.pinned.includes(key);
  const sort = (desc: boolean) => onView((old) => ({ ...old, sort: { key, desc } }));
  const hide = () => {
    onDone();
    onView((old) => ({ ...old, hidden: toggled(old.hidden, key) }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from anywhere in it
    <div
      className={styles.columnMenu}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <Input
        autoFocus
        size="small"
        allowClear
        aria-label={`Filter ${label}`}
        placeholder="text, >5, 1..5, null"
        value={view.filters[key] ?? ''}
        onChange={({ target }) =>
          onView((old) => ({ ...old, filters: { ...old.filters, [key]: target.value } }))
        }
        onPressEnter={onDone}
      />
      <Button size="small" type="text" onClick={() => sort(false)}>
        Sort ascending
      </Button>
      <Button size="small" type="text" onClick={() => sort(true)}>
        Sort descending
      </Button>
      <Button
        size="small"
        type="text"
        onClick={() => onView((old) => ({ ...old, pinned: toggled(old.pinned, key) }))}
      >
        {isPinned ? 'Unpin' : 'Pin'}
      </Button>
      <Button size="small" type="text" onClick={hide}>
        Hide
      </Button>
      <Button size="small" type="text" aria-expanded={hasSummary} onClick={() => setSummary(!hasSummary)}>
        Summary
      </Button>
      {hasSummary && <Summary values={valuesOf(key)} isNumber={column.numeric === true} />}
    </div>
  );
}

function Summary({ values, isNumber }: { values: unknown[]; isNumber: boolean }) {
  const summary = summaryOf(values, isNumber);
  const most = Math.max(1, ...summary.bars.map(({ count }) => count));
  const facts = [
    ['Rows', grouped(summary.rows)],
    ['Nulls', grouped(summary.nulls)],
    ['Distinct', grouped(summary.distinct)],
    ['Smallest', summary.smallest],
    ['Greatest', summary.greatest],
  ];
  return (
    <section aria-label="Summary" className={styles.summary}>
      <dl>
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <ul aria-label="Distribution">
        {summary.bars.map((bar) => (
          <li key={bar.label} title={`${bar.label}: ${grouped(bar.count)}`}>
            <span className={styles.barLabel}>{bar.label}</span>
            <span className={styles.bar} style={{ inlineSize: `${(bar.count / most) * 80}px` }} />
            <span>{grouped(bar.count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
