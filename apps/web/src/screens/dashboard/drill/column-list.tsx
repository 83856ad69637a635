import { usedColumns } from '@chartroom/charts';
import { ErrorAlert } from '@chartroom/ui';
import { Input, Skeleton } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { errorsOf } from '../../../api/client.ts';
import styles from './drill.module.css';
import type { DrilledChart } from './drill.ts';
import { useDrillInfo } from './drill-info.ts';
import { type DrillColumn, freeColumns } from './drill-rules.ts';

/** So many columns are searched (contract/ui.md C10). */
const MANY = 10;
/** Pixels of the list, and of one of its lines. */
const HEIGHT = 200;
const LINE = 32;

export interface ColumnListProps {
  chart: DrilledChart;
  /** The field of form data in whose place a column is put. */
  field: string;
  /** Further columns that stand for something already. */
  used?: readonly string[];
  onChoose: (column: string) => void;
}

/** The columns that a chart can be taken apart by: searched, walked over by keys; only those in sight exist. */
export function ColumnList({ chart, field, used = [], onChoose }: ColumnListProps) {
  const info = useDrillInfo(chart);
  if (info.isPending) return <Skeleton className={styles.columns} active paragraph={{ rows: 3 }} />;
  if (info.isError)
    return (
      <div className={styles.columns}>
        <ErrorAlert compact errors={errorsOf(info.error)} />
      </div>
    );
  const columns = freeColumns(info.data, [...usedColumns(chart.form, field), ...used]);
  return <Columns columns={columns} onChoose={onChoose} />;
}

function Columns({ columns, onChoose }: { columns: DrillColumn[]; onChoose: (column: string) => void }) {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const wanted = search.trim().toLowerCase();
  const found = columns.filter(({ label }) => label.toLowerCase().includes(wanted));
  const walk = (event: KeyboardEvent) => {
    // Out of the list, and out of the menu, as from every other entry.
    if (event.key === 'Escape' || event.key === 'Tab' || (event.key === 'ArrowLeft' && search === '')) return;
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt(Math.max(0, Math.min(found.length - 1, at + step)));
    const chosen = event.key === 'Enter' ? found[at] : undefined;
    if (step !== undefined || chosen) event.preventDefault();
    if (chosen) onChoose(chosen.name);
  };
  const list = {
    id,
    found,
    at: Math.min(at, found.length - 1),
    onChoose,
    takesFocus: columns.length < MANY,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of what stands in it
    <div className={styles.columns} onKeyDown={walk}>
      {columns.length >= MANY && (
        <SearchBox
          list={id}
          active={`${id}-${list.at}`}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setAt(0);
          }}
        />
      )}
      {found.length > 0 ? (
        <Lines {...list} />
      ) : (
        <p className={styles.none}>
          {columns.length > 0 ? 'No columns found' : 'No dimensions available for drill by'}
        </p>
      )}
    </div>
  );
}

interface SearchBoxProps {
  list: string;
  active: string;
  value: string;
  onChange: (text: string) => void;
}

function SearchBox({ list, active, value, onChange }: SearchBoxProps) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  return (
    <span ref={box}>
      <Input
        role="combobox"
        aria-label="Search columns"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={active}
        placeholder="Search columns"
        allowClear
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}

interface LinesProps {
  id: string;
  found: readonly DrillColumn[];
  /** The line that keys act on. */
  at: number;
  /** Nothing above it has the focus. */
  takesFocus: boolean;
  onChoose: (column: string) => void;
}

function Lines({ id, found, at, takesFocus, onChoose }: LinesProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => {
    if (takesFocus) list.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    const { current } = list;
    if (!current) return;
    if (at * LINE < current.scrollTop) current.scrollTop = at * LINE;
    if ((at + 1) * LINE > current.scrollTop + HEIGHT) current.scrollTop = (at + 1) * LINE - HEIGHT;
  }, [at]);
  const first = Math.max(0, Math.floor(top / LINE) - 1);
  const shown = found.slice(first, first + Math.ceil(HEIGHT / LINE) + 2);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Columns"
      tabIndex={0}
      aria-activedescendant={`${id}-${at}`}
      className={styles.lines}
      style={{ maxHeight: HEIGHT }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ height: found.length * LINE }}>
        {shown.map(({ name, label }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys
          <div
            key={name}
            id={`${id}-${first + index}`}
            role="option"
            tabIndex={-1}
            aria-selected={first + index === at}
            aria-posinset={first + index + 1}
            aria-setsize={found.length}
            className={styles.line}
            style={{ top: (first + index) * LINE, height: LINE }}
            title={label}
            onClick={() => onChoose(name)}
          >
            {label}
          </div>
        ))}
      </div>
    </div>
  );
}
