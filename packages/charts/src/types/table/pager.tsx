import { grouped } from '@chartroom/model';
import styles from './table-view.module.css';

export interface PagerProps {
  page: number;
  pageSize: number;
  /** Rows of all pages. */
  rows: number;
  sizes: readonly number[];
  onPage(page: number): void;
  onSize(size: number): void;
}

/** Which rows are shown, the way to the others, and how many stand on a page. */
export function Pager({ page, pageSize, rows, sizes, onPage, onSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(rows / pageSize));
  const first = Math.min(rows, page * pageSize + 1);
  const last = Math.min(rows, (page + 1) * pageSize);
  const step = (label: string, text: string, target: number) => (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      disabled={target < 0 || target >= pages || target === page}
      onClick={() => onPage(target)}
    >
      {text}
    </button>
  );
  return (
    <nav className={styles.pager} aria-label="Pages">
      <label>
        Rows per page{' '}
        <select value={pageSize} onChange={(event) => onSize(Number(event.target.value))}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <span className={styles.range} aria-live="polite">
        {grouped(first)}–{grouped(last)} of {grouped(rows)}
      </span>
      <span className={styles.steps}>
        {step('First page', '«', 0)}
        {step('Previous page', '‹', page - 1)}
        {step('Next page', '›', page + 1)}
        {step('Last page', '»', pages - 1)}
      </span>
    </nav>
  );
}
