import type { SqlAnswer } from '@chartroom/model';
import { EmptyState, ErrorAlert, loadable } from '@chartroom/ui';
import { Alert, Button, Progress, Skeleton } from 'antd';
import { useEffect, useId, useMemo, useState } from 'react';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';
import { Made } from './made.tsx';
import { withMeant } from './meant-parameters.ts';
import styles from './results.module.css';
import { oneLine, shownRowsOf } from './shown-rows.ts';
import { StatementTabs, statementTabId } from './statement-tabs.tsx';
import { askToNotify, canAskToNotify } from './tell-of-ends.ts';

/** What shows rows is fetched while the first query runs. */
const Answer = loadable(
  async () => (await import('./answer.tsx')).default,
  () => <Skeleton active />,
);

/** What the last run of a tab has brought, or how far it is (contract/ui.md E4). */
export function Results({ tab }: { tab: LabTab }) {
  const { run } = tab;
  switch (run.status) {
    case 'idle':
      return <EmptyState size="small" title="Run a query to display results" description={null} />;
    case 'running':
      return <Running tab={tab} />;
    case 'stopped':
      return <Alert type="warning" showIcon title="Query was stopped." action={<Again tab={tab} />} />;
    case 'failed':
      return <Failed tab={tab} />;
    case 'success':
      return run.answer ? <Statements tab={tab} answer={run.answer} /> : null;
  }
}

function Failed({ tab }: { tab: LabTab }) {
  const { errors, unfetched } = tab.run;
  const [first] = errors;
  if (unfetched)
    return (
      <ErrorAlert
        title="Failed at retrieving results"
        errors={errors}
        action={
          <Button size="small" onClick={() => void useLab.getState().fetchAgain(tab.id)}>
            Retry fetching results
          </Button>
        }
      />
    );
  // The query itself has run: its rows had to make room for others.
  if (first?.error_type === 'RESULTS_BACKEND_ERROR')
    return (
      <Alert
        type="warning"
        showIcon
        title="Failed at retrieving results"
        description={first.message}
        action={<Again tab={tab} />}
      />
    );
  const title = first && TITLES[first.error_type];
  return (
    <ErrorAlert
      title={title ?? 'Database error'}
      errors={withMeant(errors)}
      action={
        <>
          <Again tab={tab} />
          <Tracked url={tab.run.trackingUrl}>See query details</Tracked>
        </>
      }
      onAuthorized={() => void useLab.getState().run(tab.id, tab.run.sql)}
    />
  );
}

const TITLES: Partial<Record<string, string>> = {
  SYNTAX_ERROR: 'Syntax error',
  INVALID_SQL_ERROR: 'Syntax error',
  SQLLAB_TIMEOUT_ERROR: 'Query timed out',
  BACKEND_TIMEOUT_ERROR: 'Query timed out',
  FRONTEND_TIMEOUT_ERROR: 'Query timed out',
  FRONTEND_NETWORK_ERROR: 'Network error',
  FRONTEND_CSRF_ERROR: 'Session timed out',
  MISSING_TEMPLATE_PARAMS_ERROR: 'Parameter error',
  INVALID_TEMPLATE_PARAMS_ERROR: 'Parameter error',
};

/** Runs the same text once more. */
function Again({ tab }: { tab: LabTab }) {
  const { run } = useLab.getState();
  const isKnown = useLab(({ databases }) => String(tab.databaseId) in databases);
  if (!isKnown) return null;
  return (
    <Button size="small" onClick={() => void run(tab.id, tab.run.sql)}>
      Run again
    </Button>
  );
}

/** What runs; in the background also how far it is. */
function Running({ tab }: { tab: LabTab }) {
  const { background, reading } = tab.run;
  useEffect(() => void Answer.preload(), []);
  const endsWithPage = useLab(({ databases }) => databases[String(tab.databaseId)]?.cancels_on_leaving);
  const isPending = background?.state === 'pending';
  const progress = background?.progress ?? reading?.progress ?? 0;
  const known = progress > 0;
  const unknown = isPending ? 0 : 100;
  return (
    <div className={styles.running} role="status">
      <Progress
        aria-label="Progress of the query"
        percent={known ? progress : unknown}
        status="active"
        showInfo={known}
      />
      <span>{STATES[background?.state ?? ''] ?? 'Running query …'}</span>
      {reading?.told.split('; ').map((told) => (
        <span key={told} className={styles.reading}>
          {told}
        </span>
      ))}
      {background && (
        <span>
          {endsWithPage ? 'It is stopped when you leave this page.' : 'It goes on when you leave this page.'}
        </span>
      )}
      <Tracked url={tab.run.trackingUrl}>Track job</Tracked>
      <AskToNotify />
    </div>
  );
}

/** Leads to the page of the engine about a query, where it has one. */
function Tracked({ url, children }: { url: string | undefined; children: string }) {
  if (url === undefined) return null;
  return (
    <Button size="small" href={url} target="_blank" rel="noreferrer">
      {children}
    </Button>
  );
}

/** What is said of a run that is not simply under way. */
const STATES: Readonly<Record<string, string>> = {
  pending: 'Query is waiting for its turn …',
  offline: 'The server cannot be reached. The query is looked for again every few seconds …',
};

/** Milliseconds until a run is one that is waited for. */
const WAITED = 3_000;

/** Offers to tell of the end of a run that takes long. */
function AskToNotify() {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOffered(canAskToNotify()), WAITED);
    return () => clearTimeout(timer);
  }, []);
  if (!isOffered) return null;
  const ask = () => void askToNotify().then(() => setOffered(false));
  return (
    <Button size="small" onClick={ask}>
      Notify me when it ends
    </Button>
  );
}

/** A tab for each statement of a script; the last one is in view first. */
function Statements({ tab, answer }: { tab: LabTab; answer: SqlAnswer }) {
  const shown = useMemo(() => shownRowsOf(answer), [answer]);
  const last = shown.length - 1;
  const [open, setOpen] = useState({ answer, place: last });
  const panel = useId();
  if (answer.query.ctas) return <Made query={answer.query} />;
  const place = open.answer === answer ? open.place : last;
  const rows = shown[place];
  if (!rows) return null;
  const body = <Answer key={`${answer.query.id} ${place}`} tab={tab} answer={answer} shown={rows} />;
  if (last === 0) return body;
  return (
    <div className={styles.statements}>
      <StatementTabs
        labels={shown.map(({ sql }, at) => `${at + 1}: ${oneLine(sql, 28)}`)}
        open={place}
        panel={panel}
        onOpen={(chosen) => setOpen({ answer, place: chosen })}
      />
      <div
        role="tabpanel"
        id={panel}
        aria-labelledby={statementTabId(panel, place)}
        className={styles.statement}
      >
        {body}
      </div>
    </div>
  );
}
