import type { ColumnProfile } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Popover, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { errorsOf } from '../../../api/client.ts';
import { fetchColumnProfile } from '../../../api/sql-lab.ts';
import { may } from '../../../base/bootstrap.ts';
import { useNarrow } from '../../../shared/use-narrow.ts';
import { useLab } from '../lab-store.ts';
import styles from './schema.module.css';
import type { SchemaPlace } from './schema-place.ts';
import type { SchemaRow, TableColumn } from './tree-rows.ts';

/** Milliseconds for which a column is pointed at until its card comes up, and until it goes when it is left. */
const REST = 400;
const LEAVE = 200;

interface Shown {
  table: string;
  column: TableColumn;
  /** Where the line of the column stands, in pixels of the window. */
  at: { left: number; top: number; width: number; height: number };
}

/** Which column's card is up: one that is pointed at for a while, walked to with the keys, or clicked. */
export function useColumnCard() {
  const [shown, setShown] = useState<Shown>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = () => clearTimeout(timer.current);
  const later = (next: Shown | undefined, wait: number) => {
    stay();
    timer.current = setTimeout(() => setShown(next), wait);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShown(undefined);
    };
    window.addEventListener('keydown', onKey, true);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('keydown', onKey, true);
    };
  }, []);
  return {
    shown,
    stay,
    leave: () => later(undefined, LEAVE),
    point: (row: SchemaRow | undefined, element: HTMLElement | undefined) => {
      const next = row && element ? cardOf(row, element) : undefined;
      later(next, next ? REST : LEAVE);
    },
    turn: (row: SchemaRow, element: HTMLElement) => {
      stay();
      const next = cardOf(row, element);
      setShown((before) => (before && before.column === next?.column ? undefined : next));
    },
  };
}

function cardOf(row: SchemaRow, element: HTMLElement): Shown | undefined {
  if (row.kind !== 'column') return undefined;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { table: row.table.value, column: row.column, at: { left, top, width, height } };
}

/** What a column is, and what the first rows of its table say of it. */
export function ColumnCard({
  place,
  table,
  column,
  at,
  onEnter,
  onLeave,
}: Shown & { place: SchemaPlace; onEnter: () => void; onLeave: () => void }) {
  const narrow = useNarrow();
  const offersData = useLab((state) => state.databases[place.databaseId]?.disable_data_preview === false);
  return (
    <Popover
      key={`${table}\0${column.name}\0${at.top}`}
      open
      placement={narrow ? 'bottom' : 'rightTop'}
      title={column.name}
      content={
        <section
          aria-label={`Column ${column.name}`}
          className={styles.card}
          onPointerEnter={onEnter}
          onPointerLeave={onLeave}
        >
          <div className={styles.faint}>
            {[column.longType, ...column.keys.map(({ type }) => KEYS[type])].join(' · ')}
          </div>
          {column.comment && <p>{column.comment}</p>}
          {offersData && may('can_execute_sql_query', 'SQLLab') && (
            <Profile place={place} table={table} column={column.name} />
          )}
        </section>
      }
    >
      <span aria-hidden className={styles.anchor} style={at} />
    </Popover>
  );
}

const KEYS = { pk: 'primary key', fk: 'foreign key', index: 'index' };

function Profile({ place, table, column }: { place: SchemaPlace; table: string; column: string }) {
  const profile = useQuery({
    queryKey: ['column-profile', place, table, column],
    staleTime: 300_000,
    retry: false,
    // Leaving the card gives the question up.
    queryFn: ({ signal }) => fetchColumnProfile(place, place.schema, { table, column }, signal),
  });
  if (profile.isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (profile.isError) return <ErrorAlert compact errors={errorsOf(profile.error)} />;
  const { rows, isWhole, nulls, distinct, smallest, greatest, frequent, histogram } = profile.data;
  const count = grouped(rows);
  const facts: [string, string][] = [
    ['Nulls', share(nulls, rows)],
    ['Distinct values', grouped(distinct)],
    ...(smallest === null ? [] : [['Smallest', smallest] satisfies [string, string]]),
    ...(greatest === null ? [] : [['Greatest', greatest] satisfies [string, string]]),
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {histogram.length > 0 && <Histogram bars={histogram} />}
      {frequent.length > 0 && <Frequent values={frequent} rows={rows} />}
      <div className={styles.faint}>{isWhole ? `Of all ${count} rows` : `Of the first ${count} rows`}</div>
    </>
  );
}

function Frequent({ values, rows }: { values: ColumnProfile['frequent']; rows: number }) {
  return (
    <table className={styles.frequent}>
      <caption>Most frequent values</caption>
      <tbody>
        {values.map(({ value, count }) => (
          <tr key={value}>
            <th scope="row" title={value}>
              {value === '' ? '(empty)' : value}
            </th>
            <td>{share(count, rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HEIGHT = 40;
const BAR = 20;

function Histogram({ bars }: { bars: ColumnProfile['histogram'] }) {
  const most = Math.max(...bars.map(({ count }) => count));
  const words = bars.map(({ from, to, count }) => `${from} to ${to}: ${count}`).join('; ');
  return (
    <svg
      role="img"
      aria-label={`Histogram. ${words}`}
      className={styles.histogram}
      viewBox={`0 0 ${bars.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ from, to, count }, place) => {
        const height = most > 0 ? (count / most) * HEIGHT : 0;
        return (
          <rect key={from} x={place * BAR + 1} y={HEIGHT - height} width={BAR - 2} height={height}>
            <title>{`${from} to ${to}: ${count}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function share(count: number, rows: number): string {
  const text = grouped(count);
  return rows > 0 ? `${text} (${((100 * count) / rows).toFixed(1)} %)` : text;
}
