import { CloseOutlined } from '@ant-design/icons';
import { EmptyState, ErrorAlert, Hint, RecordGrid } from '@chartroom/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { memo, useEffect, useMemo, useState } from 'react';
import { errorsOf } from '../../../api/client.ts';
import { fetchLive } from '../../../api/sql-lab.ts';
import type { Written } from '../editor/sql/written.ts';
import { useLabSwitches } from '../lab-switches.ts';
import type { LabTab } from '../lab-tabs.ts';
import { gridColumns, shownName } from '../results/grid-columns.ts';
import styles from './live.module.css';
import { type LiveRows, problemWords, rowsWords, sampleWords } from './live-words.ts';

interface LivePaneProps {
  tab: LabTab;
  /** The statement at the caret. */
  written: Written | undefined;
  onRun: (sql: string, from: number) => void;
}

/** The first rows of the statement at the caret, or of one of its common table expressions, as it is written. */
export function LivePane({ tab, written, onRun }: LivePaneProps) {
  const [chosen, setChosen] = useState<string>();
  const cte = written?.ctes.some(({ name }) => name === chosen) ? chosen : undefined;
  return (
    <section className={styles.pane} aria-label="Live SQL">
      <div className={styles.head}>
        <Parts ctes={written?.ctes ?? []} chosen={cte} onChoose={setChosen} />
        <Hint title="Close live SQL (Alt + Shift + L)">
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Close live SQL"
            onClick={() => useLabSwitches.getState().turn('live', false)}
          />
        </Hint>
      </div>
      {written ? (
        <Answer tab={tab} written={written} cte={cte} onRun={() => onRun(written.sql, written.from)} />
      ) : (
        <Message title="Nothing to show yet" text="Write a query: its first rows stand here as you write." />
      )}
    </section>
  );
}

interface PartsProps {
  ctes: Written['ctes'];
  chosen: string | undefined;
  onChoose: (name: string | undefined) => void;
}

/** The statement and its common table expressions, one of which is shown. */
function Parts({ ctes, chosen, onChoose }: PartsProps) {
  if (ctes.length === 0) return <h2 className={styles.title}>Live SQL</h2>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be scrolled in every browser
    <div role="group" aria-label="Shown part of the statement" className={styles.parts}>
      <Chip isOn={chosen === undefined} onClick={() => onChoose(undefined)}>
        Result
      </Chip>
      {ctes.map(({ name, columns }) => (
        <Chip key={name} isOn={chosen === name} onClick={() => onChoose(name)}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          {columns !== undefined && (
            <span className={styles.count}>
              {columns}
              <span className="visually-hidden">{columns === 1 ? ' column' : ' columns'}</span>
            </span>
          )}
        </Chip>
      ))}
    </div>
  );
}

function Chip({
  isOn,
  onClick,
  children,
}: {
  isOn: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  );
}

interface AnswerProps {
  tab: LabTab;
  written: Written;
  cte: string | undefined;
  onRun: () => void;
}

function Answer({ tab, written, cte, onRun }: AnswerProps) {
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
  if (answer?.state === 'refused') return <Message title="Not run while you write" text={answer.message} />;
  if (answer?.state === 'late')
    return (
      <Message
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

function Message({ title, text, action }: { title: string; text: string; action?: React.ReactNode }) {
  return (
    <div className={styles.message}>
      <EmptyState size="small" title={title} description={text} action={action} />
    </div>
  );
}
