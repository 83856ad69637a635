import { GenericType, grouped, type QueryRow, type SqlAnswer } from '@chartroom/model';
import {
  cellText,
  columnWidths,
  DataGrid,
  EmptyState,
  ErrorAlert,
  type GridColumn,
  type RecordColumn,
} from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Segmented, Select, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { errorsOf } from '../../../../api/client.ts';
import { fetchResults } from '../../../../api/sql-lab.ts';
import { Dialog } from '../../../../shared/dialog.tsx';
import styles from './compare.module.css';
import { diffRows, keyColumn, type RowChange } from './run-diff.ts';

export interface CompareRunsProps {
  /** The run whose rows are in sight. */
  now: SqlAnswer;
  /** Another one of the history. */
  before: QueryRow;
  onClose: () => void;
}

/** What differs between the rows of two runs: added, removed and changed ones. */
export function CompareRuns({ now, before, onClose }: CompareRunsProps) {
  const key = before.results_key ?? '';
  const earlier = useQuery({
    queryKey: ['query', 'results', key],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => fetchResults(key, signal),
  });
  return (
    <Dialog
      width="min(1100px, 94vw)"
      title="Compare two runs"
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      {earlier.isPending && <Skeleton active />}
      {earlier.isError && <ErrorAlert errors={errorsOf(earlier.error)} />}
      {earlier.data && <Compared before={earlier.data} after={now} />}
    </Dialog>
  );
}

const KINDS = { changed: 'Changed', added: 'Added', removed: 'Removed' } as const;
type Kind = keyof typeof KINDS;

function Compared({ before, after }: { before: SqlAnswer; after: SqlAnswer }) {
  const shared = useMemo(() => sharedColumns(before, after), [before, after]);
  const names = useMemo(() => shared.both.map(({ key }) => key), [shared]);
  const [keys, setKeys] = useState<string[]>(() => {
    const usual = keyColumn(before.data, after.data, names);
    return usual === undefined ? [] : [usual];
  });
  const [kind, setKind] = useState<Kind | 'all'>('all');
  const diff = useMemo(() => diffRows(before.data, after.data, names, keys), [before, after, names, keys]);
  const shown = useMemo(
    () => diff.changes.filter((change) => kind === 'all' || change.kind === kind),
    [diff, kind],
  );
  if (shared.both.length === 0) return <EmptyState size="small" title="The two runs share no column" />;
  const count = (wanted: Kind) => diff.changes.filter((change) => change.kind === wanted).length;
  const isCut = [before, after].some((run) => run.query.limitingFactor !== 'NOT_LIMITED');
  return (
    <div className={styles.compared}>
      <div className={styles.bar}>
        <Segmented
          size="small"
          aria-label="Differences"
          options={[
            { value: 'all', label: `All ${grouped(diff.changes.length)}` },
            ...kinds.map((value) => ({ value, label: `${KINDS[value]} ${grouped(count(value))}` })),
          ]}
          value={kind}
          onChange={setKind}
        />
        <span role="status">{grouped(diff.same)} rows are the same.</span>
        <Select
          mode="multiple"
          size="small"
          className={styles.keys}
          aria-label="Columns that tell rows apart"
          placeholder="All columns tell rows apart"
          value={keys}
          onChange={setKeys}
          options={shared.both.map(({ key, label }) => ({ value: key, label }))}
        />
      </div>
      {isCut && (
        <Alert
          type="info"
          showIcon
          title="A limit has cut at least one of the runs: rows may be told as added or removed that are only beyond it."
        />
      )}
      {shared.single.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={`Not compared, since one run has them alone: ${shared.single.join(', ')}`}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState size="small" title="No differences" description={null} />
      ) : (
        <Differences changes={shown} columns={shared.both} />
      )}
    </div>
  );
}

const kinds: readonly Kind[] = ['changed', 'added', 'removed'];

function Differences({
  changes,
  columns,
}: {
  changes: readonly RowChange[];
  columns: readonly RecordColumn[];
}) {
  const grid = useMemo(() => {
    const widths = columnWidths(columns, changes.slice(0, MEASURED).map(writtenRow(columns)));
    const head: GridColumn = { key: ' change', label: 'Change', align: 'left', width: 96 };
    return [
      head,
      ...columns.map(
        ({ key, label, numeric }, at): GridColumn => ({
          key,
          label,
          align: numeric ? 'right' : 'left',
          width: widths[at] ?? 80,
        }),
      ),
    ];
  }, [columns, changes]);
  const cellAt = useCallback(
    (row: number, at: number) => {
      const change = changes[row];
      if (!change) return undefined;
      if (at === 0) return { text: KINDS[change.kind], background: BACKGROUNDS[change.kind] };
      const key = columns[at - 1]?.key ?? '';
      const [old, now] = [told(change.before?.[key]), told(change.after?.[key])];
      const text = changeText(change, key);
      if (!change.columns.includes(key)) return { text };
      const content = (
        <>
          <del>{old || 'no value'}</del> <ins>{now || 'no value'}</ins>
        </>
      );
      return { text, content, background: BACKGROUNDS.changed };
    },
    [changes, columns],
  );
  return (
    <div className={styles.grid}>
      <DataGrid label="Differences" columns={grid} count={changes.length} cellAt={cellAt} pinned={1} />
    </div>
  );
}

/** Rows by which the widths of columns are measured. */
const MEASURED = 200;

/** What a cell says: of one that has changed both values. */
function changeText({ before, after, columns }: RowChange, key: string): string {
  const now = told((after ?? before)?.[key]);
  return columns.includes(key) ? `${told(before?.[key]) || 'no value'} → ${now || 'no value'}` : now;
}

/** As the grid of a result has it; what has no value is empty. */
function told(value: unknown): string {
  return value === null || value === undefined ? '' : cellText({ key: '', label: '' }, value);
}

function writtenRow(columns: readonly RecordColumn[]) {
  return (change: RowChange) => Object.fromEntries(columns.map(({ key }) => [key, changeText(change, key)]));
}

const BACKGROUNDS: Readonly<Record<Kind, string>> = {
  added: 'color-mix(in srgb, var(--cr-success) 18%, var(--cr-surface))',
  removed: 'color-mix(in srgb, var(--cr-error) 16%, var(--cr-surface))',
  changed: 'color-mix(in srgb, var(--cr-warning) 20%, var(--cr-surface))',
};

function sharedColumns(before: SqlAnswer, after: SqlAnswer): { both: RecordColumn[]; single: string[] } {
  const old = new Set(before.columns.map(({ column_name }) => column_name));
  const now = new Set(after.columns.map(({ column_name }) => column_name));
  return {
    both: after.columns
      .filter(({ column_name }) => old.has(column_name))
      .map(({ column_name, name, type_generic }) => ({
        key: column_name,
        label: name,
        numeric: type_generic === GenericType.NUMERIC,
      })),
    single: [...old].filter((name) => !now.has(name)).concat([...now].filter((name) => !old.has(name))),
  };
}
