import { ErrorAlert, RecordGrid } from '@chartroom/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { memo, useEffect, useMemo, useState } from 'react';
import { errorsOf } from '../../../api/client.ts';
import { fetchLive } from '../../../api/sql-lab.ts';
import type { Written } from '../editor/sql/written.ts';
import type { LabTab } from '../lab-tabs.ts';
import { gridColumns, shownName } from '../results/grid-columns.ts';
import styles from './live.module.css';
import { LiveMessage } from './live-message.tsx';
import { type LiveRows, problemWords, rowsWords, sampleWords } from './live-words.ts';

interface LiveAnswerProps {
  tab: LabTab;
  written: Written;
  cte: string | undefined;
  onRun: () => void;
}

/** The first rows of a statement, or why there are none. */
export default function LiveAnswer({ tab, written, cte, onRun }: LiveAnswerProps) {
  const { databaseId, catalog, schema, templateParams, id } = tab;
  const { sql } = written;
  const asked = useQuery({
    queryKey: ['live', { databaseId, catalog, schema, sql, cte, templateParams, id }],
    placeholderData: keepPreviousData,
    // Rows are those of this moment: nothing of them is kept beyond the pane.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) =>
      fetchLive(
        { database_id: databaseId ?? 0, catalog, schema, sql, cte, templateParams, tab: String(id) },
        signal,
      ),
  });
  const answer = asked.isPlaceholderData || asked.isError ? undefined : asked.data;
  const [kept, setKept] = useState<LiveRows>();
  useEffect(() => {
    if (answer?.state === 'rows') setKept(answer);
    else if (answer?.state === 'refused' || answer?.state === 'late') setKept(undefined);
  }, [answer]);
  if (asked.isError)
    return (
      <div className={styles.refusal}>
        <ErrorAlert errors={errorsOf(asked.error)} />
      </div>
    );
  if (answer?.state === 'refused')
    return <LiveMessage title="Not run while you write" text={answer.message} />;
  if (answer?.state === 'late')
    return (
      <LiveMessage
        title={`This takes longer than ${answer.budget} ms`}
        text="It was stopped: run it to see its rows."
        action={<Button onClick={onRun}>Run it</Button>}
      />
    );
  const fresh = answer?.state === 'rows' ? answer : undefined;
  const rows = fresh ?? kept;
  return (
    <>
      <div
        className={styles.rows}
        data-stale={!fresh}
        aria-busy={asked.isFetching}
        hidden={!rows && answer?.state === 'problem'}
      >
        {rows && <Rows rows={rows} />}
      </div>
      {answer?.state === 'problem' ? (
        <Foot>
          <p className={styles.problem}>{problemWords(answer, written)}</p>
        </Foot>
      ) : (
        <Foot>
          {rows && <p>{rowsWords(rows)}</p>}
          {rows && rows.sampled !== null && (
            <p className={styles.sample}>{sampleWords(rows.sampled, rows.budget)}</p>
          )}
        </Foot>
      )}
    </>
  );
}

/** What is to be known of the rows, below them. */
function Foot({ children }: { children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <div className={styles.foot} tabIndex={0}>
      {children}
    </div>
  );
}

/** What happens in the tab beside them, as a run that ends, draws no row anew. */
const Rows = memo(function Rows({ rows: { columns, data } }: { rows: LiveRows }) {
  const shown = useMemo(
    () => gridColumns(columns, undefined).map((column) => ({ ...column, label: shownName(column.label) })),
    [columns],
  );
  return <RecordGrid label="Live rows" columns={shown} rows={data} isPage />;
});
