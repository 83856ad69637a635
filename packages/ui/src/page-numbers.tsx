import styles from './plain-table.module.css';

export interface PageNumbersProps {
  /** The page that is shown, from 1 on. */
  current: number;
  pageSize: number;
  /** Rows of all pages. */
  total: number;
  onChange: (page: number) => void;
}

/** Pages around the one that is shown that can be gone to at once. */
const AROUND = 2;

/** Tells which rows of a list are shown, and leads to its other pages. */
export function PageNumbers({ current, pageSize, total, onChange }: PageNumbersProps) {
  const last = Math.ceil(total / pageSize);
  if (last < 1) return null;
  const first = (current - 1) * pageSize + 1;
  const shown = <span>{`${first}-${Math.min(total, current * pageSize)} of ${total}`}</span>;
  if (last === 1) return <div className={styles.pages}>{shown}</div>;
  const step = (label: string, page: number, sign: string) => (
    <li>
      <button
        type="button"
        aria-label={label}
        disabled={page < 1 || page > last}
        onClick={() => onChange(page)}
      >
        {sign}
      </button>
    </li>
  );
  return (
    <nav className={styles.pages} aria-label="Pages">
      {shown}
      <ul>
        {step('Previous page', current - 1, '‹')}
        {pagesShown(current, last).map((page) =>
          page < 0 ? (
            <li key={page} aria-hidden>
              …
            </li>
          ) : (
            <li key={page}>
              <button
                type="button"
                aria-label={`Page ${page}`}
                aria-current={page === current ? 'page' : undefined}
                onClick={() => onChange(page)}
              >
                {page}
              </button>
            </li>
          ),
        )}
        {step('Next page', current + 1, '›')}
      </ul>
    </nav>
  );
}

/** The first page, the last one and those around one; a negative number stands for what is left out before the page of that number. */
export function pagesShown(current: number, last: number): number[] {
  const wanted = [1, last];
  for (let page = current - AROUND; page <= current + AROUND; page += 1) wanted.push(page);
  const pages = [...new Set(wanted)].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b);
  return pages.flatMap((page, at) => {
    const gap = page - (pages[at - 1] ?? 0);
    if (gap === 2) return [page - 1, page];
    return gap > 2 ? [-page, page] : [page];
  });
}
