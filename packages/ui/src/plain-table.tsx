import { type ReactNode, useEffect, useRef } from 'react';
import styles from './plain-table.module.css';

export interface PlainColumn<Row> {
  key: string;
  title: ReactNode;
  /** Pixels; absent = as wide as what stands in it. */
  width?: number | undefined;
  /** Whether rows can be ordered by it. */
  isSortable?: boolean | undefined;
  /** Left out on narrow screens. */
  isSecondary?: boolean | undefined;
  render: (row: Row) => ReactNode;
}

export interface PlainSort {
  key: string;
  order: 'asc' | 'desc';
}

/** Which rows are chosen, those of other pages among them. */
export interface PlainChoice<Row> {
  chosen: ReadonlyMap<number | string, Row>;
  onChoose: (chosen: ReadonlyMap<number | string, Row>) => void;
}

export interface PlainTableProps<Row> {
  /** Read aloud; absent where a title stands above. */
  label?: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => number | string;
  size?: 'small' | 'middle';
  sort?: PlainSort | undefined;
  /** Called with the order that a press on a head asks for: rows are always ordered by something. */
  onSort?: (sort: PlainSort) => void;
  choice?: PlainChoice<Row> | undefined;
  /** Rows that are on their way: those that are there step back. */
  isWaiting?: boolean;
  /** What stands in place of rows where there are none. */
  empty: ReactNode;
}

/**
 * A table of one page of rows, as wide as what stands in it, for lists and facts. What has thousands of rows or is worked in
 * cell by cell is a `DataGrid`.
 */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, columns, rows, keyOf, size = 'middle', choice, isWaiting = false } = props;
  const isWaitedFor = isWaiting && rows.length === 0;
  return (
    <div className={styles.frame} data-size={size} data-waiting={isWaiting} aria-busy={isWaiting}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the window is scrolled by keys, too */}
      <section className={styles.scroller} tabIndex={0} aria-label={label ?? 'Table'}>
        <table aria-label={label}>
          <thead className={isWaitedFor ? styles.unknown : undefined}>
            <tr>
              {choice && <ChooseAll choice={choice} rows={rows} keyOf={keyOf} />}
              {columns.map((column) => (
                <Head key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Line key={keyOf(row)} row={row} columns={columns} id={keyOf(row)} choice={choice} />
            ))}
            {rows.length === 0 && (
              <tr className={styles.none}>
                <td colSpan={columns.length + (choice ? 1 : 0)}>{isWaitedFor ? <Blank /> : props.empty}</td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Blank() {
  return <div className={styles.blank} />;
}

interface HeadProps<Row> {
  column: PlainColumn<Row>;
  sort: PlainSort | undefined;
  onSort: ((sort: PlainSort) => void) | undefined;
}

const SPOKEN = { asc: 'ascending', desc: 'descending' } as const;

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { key, title, isSortable, isSecondary, width } = column;
  const order = sort?.key === key ? sort.order : undefined;
  return (
    <th
      scope="col"
      data-secondary={isSecondary}
      {...(width !== undefined && { width })}
      {...(isSortable && { 'aria-sort': order ? SPOKEN[order] : ('none' as const) })}
    >
      {isSortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          data-order={order}
          onClick={() => onSort({ key, order: order === 'asc' ? 'desc' : 'asc' })}
        >
          {title}
          <svg viewBox="0 0 10 14" width="10" height="14" aria-hidden>
            <path d="M5 1 9 6H1z" />
            <path d="M5 13 1 8h8z" />
          </svg>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

interface LineProps<Row> {
  row: Row;
  id: number | string;
  columns: readonly PlainColumn<Row>[];
  choice: PlainChoice<Row> | undefined;
}

function Line<Row>({ row, id, columns, choice }: LineProps<Row>) {
  const isChosen = choice?.chosen.has(id) === true;
  const toggle = () => {
    if (!choice) return;
    const next = new Map(choice.chosen);
    if (!next.delete(id)) next.set(id, row);
    choice.onChoose(next);
  };
  return (
    <tr data-row-key={id} aria-selected={choice ? isChosen : undefined}>
      {choice && (
        <td className={styles.check}>
          <input type="checkbox" aria-label="Select row" checked={isChosen} onChange={toggle} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} data-secondary={column.isSecondary}>
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
}

interface ChooseAllProps<Row> {
  choice: PlainChoice<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => number | string;
}

/** Chooses the rows of the page, or none of them; those of other pages stay as they are. */
function ChooseAll<Row>({ choice, rows, keyOf }: ChooseAllProps<Row>) {
  const box = useRef<HTMLInputElement>(null);
  const here = rows.filter((row) => choice.chosen.has(keyOf(row))).length;
  const isAll = rows.length > 0 && here === rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = here > 0 && !isAll;
  }, [here, isAll]);
  const toggle = () => {
    const next = new Map(choice.chosen);
    for (const row of rows) {
      if (isAll) next.delete(keyOf(row));
      else next.set(keyOf(row), row);
    }
    choice.onChoose(next);
  };
  return (
    <th scope="col" className={styles.check}>
      <input ref={box} type="checkbox" aria-label="Select all" checked={isAll} onChange={toggle} />
    </th>
  );
}
