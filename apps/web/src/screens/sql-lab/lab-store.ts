import type { ErrorBody, LabDatabase, LabQuery, SqlAnswer, TabState } from '@chartroom/model';
import { create } from 'zustand';
import { beforeSignIn, errorsOf, errorText } from '../../api/client.ts';
import { activateTab, fetchLab, fetchTab, runSql, stopQuery } from '../../api/sql-lab.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { namesOthers, otherDatabases, watchReading } from './across.ts';
import { answerOf, followQuery, isActive, isFound, QueryStopped, RowsNotFetched } from './follow-query.ts';
import {
  blank,
  DEFAULT_LIMIT,
  firstDatabase,
  IDLE,
  type LabRun,
  type LabTab,
  type Making,
  nextLabel,
  WIRE,
} from './lab-tabs.ts';
import { askBeforeLoss, deleteLost, NOTHING_LOST } from './losses/loss-question.ts';
import { mayTakeAway } from './losses/may-take-away.ts';
import { type Asked, NotLoaded, type Start, startOf } from './opening.ts';
import { useSouth } from './results/south-store.ts';
import { cutRuns, NOT_RUN_AGAIN, noteInterrupted, takeInterrupted } from './run-again.ts';
import { newClientId, type RunningQuery, running, stopOnLeaving } from './running-queries.ts';
import { KeptTabs } from './tabs/kept-tabs.ts';
import { openTab, tellOfOther } from './tabs/open-tab.ts';

interface LabState {
  ready: boolean;
  problem: ErrorBody[];
  databases: Record<string, LabDatabase>;
  tabs: LabTab[];
  active: number | undefined;
  /** The server cannot be reached: what changes is kept in this browser. */
  offline: boolean;
  /** Fetches the tabs, and opens the one that the address asks for. */
  open: (asked: Asked) => Promise<void>;
  /** Answers whether there is a new tab. */
  add: (start?: Partial<Start>) => Promise<boolean>;
  activate: (id: number) => Promise<void>;
  close: (ids: readonly number[]) => Promise<void>;
  /** Takes over what other windows have done; answers whether the server has told. */
  refresh: () => Promise<boolean>;
  change: (id: number, part: Partial<Pick<LabTab, keyof typeof WIRE>>) => void;
  /** Runs a tab's text, or a part of it; `at` tells where that part stands. */
  run: (id: number, selection: string, making?: Making, at?: number) => Promise<void>;
  /** Fetches rows that did not come. */
  fetchAgain: (id: number) => Promise<void>;
  stop: (id: number) => Promise<void>;
}

/** SQL Lab's tabs: kept on the server, so that they wait wherever one signs in. */
export const useLab = create<LabState>((set, get) => ({
  ready: false,
  problem: [],
  databases: {},
  tabs: [],
  active: undefined,
  offline: false,

  open: async (asked) => {
    try {
      const lab = await fetchLab();
      const tabs = kept.tabsIn(lab);
      set({ databases: lab.databases, tabs, active: lab.active_tab?.id ?? tabs[0]?.id, problem: [] });
      if (lab.active_tab) showAgain(lab.active_tab);
      await kept.resume();
      const start = await wanted(asked, lab.databases);
      if (start || tabs.length === 0) await get().add(start);
      else if (!lab.active_tab && tabs[0]) await get().activate(tabs[0].id);
      set({ ready: true });
      runAgain();
    } catch (error) {
      set({ ready: true, problem: errorsOf(error) });
    }
  },
  add: addTab,
  activate: async (id) => {
    set({ active: id });
    try {
      await activateTab(id);
      if (get().tabs.find((tab) => tab.id === id)?.loaded) return;
      const { tab, tag } = await fetchTab(id);
      kept.learn(tab, tag);
      showAgain(tab);
    } catch (error) {
      toast.error(`An error occurred while fetching tab state: ${errorText(error)}`);
    }
  },
  close: closeTabs,
  refresh: refreshTabs,
  change: (id, part) => {
    set((state) => ({ tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab)) }));
    const wire: Record<string, unknown> = {};
    for (const [name, wireName] of Object.entries(WIRE)) {
      const value = Object.entries(part).find(([key]) => key === name);
      if (value) wire[wireName] = value[1];
    }
    kept.keeper.note(id, wire);
  },
  run: runTab,
  fetchAgain,
  stop: stopTab,
}));

const kept = new KeptTabs(useLab);

/** Tabs in the order in which they were looked at last. */
let visited: readonly number[] = [];
useLab.subscribe(({ active }, before) => {
  if (active === undefined || active === before.active) return;
  visited = [...visited.filter((id) => id !== active), active];
});

/** Sends what is due, as when the server can be reached again. */
export function sendTabs(): Promise<void> {
  return kept.keeper.flush();
}

/** Before the page ends: writes what is due into the browser, and stops what is not to go on without it. */
export function leaveTabs(): void {
  kept.keeper.store();
  const { tabs, databases } = useLab.getState();
  stopOnLeaving(tabs, databases);
}

/** Opens a new tab; what it is not told it takes from the one in view. */
async function addTab(start: Partial<Start> = {}): Promise<boolean> {
  const { tabs, active, databases } = useLab.getState();
  const before = tabs.find((tab) => tab.id === active);
  const beside = String(before?.databaseId) in databases ? before?.databaseId : undefined;
  const databaseId = start.databaseId ?? beside ?? firstDatabase(databases);
  if (databaseId === null || databaseId === undefined) {
    if (tabs.length > 0) toast.warning('There is no database that you may query.');
    return false;
  }
  const here = databaseId === before?.databaseId ? before : { catalog: null, schema: null };
  const tab = {
    label: start.label || nextLabel(tabs),
    databaseId,
    catalog: start.catalog === undefined ? here.catalog : start.catalog,
    schema: start.schema === undefined ? here.schema : start.schema,
    sql: start.sql ?? '',
    templateParams: start.templateParams ?? null,
    savedQueryId: start.savedQueryId ?? null,
  };
  const { label: name, databaseId: dbId, savedQueryId: remoteId, ...rest } = tab;
  try {
    const limit = start.limit ?? DEFAULT_LIMIT;
    const place = await openTab({ ...rest, name, dbId, remoteId, queryLimit: limit }, databases);
    useLab.setState((state) => ({
      tabs: [
        ...state.tabs,
        { ...blank(place.id), ...tab, ...place, limit, isDataset: start.isDataset === true, loaded: true },
      ],
      active: place.id,
    }));
    if (start.lostDatabase) tellOfOther(tab.label);
    // A link must not write: where queries may, somebody has to press Run.
    const mayNotWrite = databases[String(place.databaseId)]?.allow_dml === false;
    if (start.autorun && tab.sql && place.databaseId === databaseId && mayNotWrite) void runTab(place.id, '');
    return true;
  } catch (error) {
    toast.error(`The tab could not be opened: ${errorText(error)}`);
    return false;
  }
}

/** The tab that an address asks for; what cannot be opened is said, and the tabs are there all the same. */
async function wanted(
  asked: Asked,
  databases: Record<string, LabDatabase>,
): Promise<Partial<Start> | undefined> {
  try {
    return await startOf(asked, databases);
  } catch (error) {
    if (!(error instanceof NotLoaded)) throw error;
    toast.error(error.message);
    return undefined;
  }
}

/**
 * Runs a tab's text, or the part of it that is selected; a query of the tab that is still running is given up. `onlyReads`:
 * what writes is refused.
 */
async function runTab(
  id: number,
  selection: string,
  making?: Making,
  at?: number,
  onlyReads = false,
): Promise<void> {
  const { tabs, databases } = useLab.getState();
  const tab = tabs.find((each) => each.id === id);
  if (!tab) return;
  const database = databases[String(tab.databaseId)];
  if (tab.databaseId === null || !database) {
    toast.warning('Nothing was run: the database of this tab is gone. Choose another one first.');
    return;
  }
  const sql = selection.trim().length > 1 ? selection : tab.sql;
  const wanted = { ...tab, databaseId: tab.databaseId, sql };
  const asks = !onlyReads && mayTakeAway(sql, database);
  const consent = asks ? await askBeforeLoss(wanted) : NOTHING_LOST;
  if (!consent) return;
  // Whoever looks at the history or a table wants to see what comes of it.
  useSouth.getState().look(id, 'results');
  const later = bootstrap.conf.SQLLAB_FORCE_RUN_ASYNC === true || database.allow_run_async;
  const own = { abort: new AbortController(), clientId: newClientId(), later, sent: false };
  const before = running.get(id);
  if (before?.later) await stopTab(id);
  else before?.abort.abort();
  const offset = sql === selection && at !== undefined ? at : Math.max(0, tab.sql.indexOf(sql));
  const execution = {
    database_id: tab.databaseId,
    catalog: tab.catalog,
    schema: tab.schema,
    sql,
    templateParams: tab.templateParams,
    client_id: own.clientId,
    queryLimit: tab.limit,
    sql_editor_id: String(id),
    tab: tab.label,
    runAsync: later,
    ...(onlyReads && { onlyReads }),
    ...(making && {
      select_as_cta: true,
      ctas_method: making.method,
      tmp_table_name: making.name,
    }),
  };
  await attend(
    id,
    own,
    { ...IDLE, status: 'running', sql, offset, startedAt: performance.now(), making: making !== undefined },
    async () => {
      await kept.keeper.keep(id);
      const ended = new AbortController();
      if (!later && namesOthers(sql, otherDatabases(tab.databaseId, databases)))
        watchReading(own.clientId, AbortSignal.any([ended.signal, own.abort.signal]), (reading) => {
          if (running.get(id) === own) patchRun(id, { reading });
        });
      own.abort.signal.throwIfAborted();
      own.sent = true;
      const answer = await runSql(execution, own.abort.signal).finally(() => ended.abort());
      return 'data' in answer ? answer : follow(id, own, answer.query);
    },
  );
  const ended = useLab.getState().tabs.find((each) => each.id === id)?.run;
  if (ended?.status === 'success' && ended.sql === sql) await deleteLost(consent.deletes);
}

/** Tabs whose query is run again after a session has ended: once is enough. */
const again = new Set<number>();

beforeSignIn(() => {
  const cut = cutRuns(useLab.getState().tabs.filter(({ id }) => !again.has(id)));
  noteInterrupted(bootstrap.user?.username ?? '', cut, window.sessionStorage);
});

/** Runs what was under way when the person's session ended, once. How far one came that writes nobody knows: it is left alone. */
function runAgain(): void {
  for (const { tab, sql, at } of takeInterrupted(bootstrap.user?.username ?? '', window.sessionStorage)) {
    if (!useLab.getState().tabs.some(({ id }) => id === tab)) continue;
    again.add(tab);
    void runTab(tab, sql, undefined, at, true).finally(() => {
      again.delete(tab);
      const run = useLab.getState().tabs.find(({ id }) => id === tab)?.run;
      if (run?.errors[0]?.error_type === 'DML_NOT_ALLOWED_ERROR') patchRun(tab, { errors: [NOT_RUN_AGAIN] });
    });
  }
}

/** Shows a tab's run from its beginning to its end; a later one of the same tab takes its place. */
async function attend(
  id: number,
  own: RunningQuery,
  run: LabRun,
  answered: () => Promise<SqlAnswer>,
): Promise<void> {
  running.set(id, own);
  patchRun(id, run);
  const end = (part: Partial<LabRun>) => {
    if (running.get(id) !== own) return;
    running.delete(id);
    patchRun(id, { ...part, endedAt: performance.now(), background: undefined, reading: undefined });
  };
  try {
    end({ status: 'success', answer: await answered() });
  } catch (error) {
    const isStopped = own.abort.signal.aborted || error instanceof QueryStopped;
    end(isStopped ? { status: 'stopped' } : { status: 'failed', ...failureOf(error) });
  }
}

function failureOf(error: unknown): Pick<LabRun, 'errors' | 'unfetched'> {
  const isUnfetched = error instanceof RowsNotFetched;
  const errors = errorsOf(isUnfetched ? error.cause : error);
  // The database was deleted, and what is offered here is not as it was.
  if (errors[0]?.error_type === 'DATABASE_NOT_FOUND_ERROR') void kept.refresh();
  return { errors, unfetched: isUnfetched ? error.query : undefined };
}

async function fetchAgain(id: number): Promise<void> {
  const tab = useLab.getState().tabs.find((each) => each.id === id);
  const query = tab?.run.unfetched;
  if (!tab || !query) return;
  const own = { abort: new AbortController(), clientId: query.id, later: true, sent: true };
  const run: LabRun = { ...tab.run, status: 'running', errors: [], unfetched: undefined };
  await attend(id, own, run, () => answerOf(query, own.abort.signal));
}

function follow(id: number, own: RunningQuery, query: LabQuery): Promise<SqlAnswer> {
  return followQuery(
    query,
    own.abort.signal,
    ({ state, progress, trackingUrl, extra: { progress: told } }) => {
      const reading = told === undefined ? undefined : { progress, told };
      const part = { background: { state, progress }, trackingUrl: trackingUrl ?? undefined, reading };
      if (running.get(id) === own) patchRun(id, part);
    },
  );
}

/** What was below a tab when it was left: its tables, and its run. */
function showAgain(tab: TabState): void {
  useSouth.getState().found(
    tab.id,
    tab.table_schemas.map((each) => ({ ...each, databaseId: each.database_id, keptAs: each.id })),
  );
  comeBack(tab);
}

/** Shows the last query of a tab that was opened again: its rows, its error, or that it still runs. */
function comeBack({ id, sql, latest_query: query }: TabState): void {
  if (!query || running.has(id)) return;
  const active = isActive(query);
  if (!active && !isFound(query)) return;
  const own = { abort: new AbortController(), clientId: query.id, later: true, sent: true };
  const lasted = (active ? Date.now() : (query.endDttm ?? 0)) - (query.startDttm ?? 0);
  const startedAt = performance.now() - Math.max(0, lasted);
  const run: LabRun = {
    ...IDLE,
    status: 'running',
    sql: query.sql,
    trackingUrl: query.trackingUrl ?? undefined,
    offset: Math.max(0, (sql ?? '').indexOf(query.sql)),
    startedAt,
  };
  const { state, progress } = query;
  void attend(id, own, { ...run, background: { state, progress } }, () =>
    active ? follow(id, own, query) : answerOf(query, own.abort.signal),
  );
}

/** Gives up a tab's running query, here and in the engine. */
async function stopTab(id: number): Promise<void> {
  const own = running.get(id);
  if (!own) return;
  own.abort.abort();
  if (!own.sent) return;
  try {
    await stopQuery(own.clientId);
  } catch (error) {
    // Leaving has already cancelled a query that was waited for; the server may know it as finished.
    if (own.later) toast.error(`Failed to stop query. ${errorText(error)}`);
  }
}

async function refreshTabs(): Promise<boolean> {
  const isTold = await kept.refresh();
  const { tabs, active, activate } = useLab.getState();
  if (tabs[0] === undefined) await addTab();
  else if (!tabs.some(({ id }) => id === active)) await activate(tabs[0].id);
  return isTold;
}

/** Closes tabs; the last one makes room for an empty one. */
async function closeTabs(ids: readonly number[]): Promise<void> {
  const { tabs, active } = useLab.getState();
  for (const id of ids) await stopTab(id);
  const discarded = kept.discard(ids);
  const left = useLab.getState().tabs;
  if (left.length === 0) await addTab();
  else if (active !== undefined && !left.some(({ id }) => id === active)) {
    const isLeft = (id: number) => left.some((tab) => tab.id === id);
    const index = tabs.findIndex(({ id }) => id === active);
    const beside = tabs.slice(0, index).findLast(({ id }) => isLeft(id)) ?? left[0];
    await useLab.getState().activate(visited.findLast(isLeft) ?? beside?.id ?? active);
  }
  await discarded;
}

function patchRun(id: number, part: Partial<LabRun>): void {
  useLab.setState((state) => ({
    tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, run: { ...tab.run, ...part } } : tab)),
  }));
}
