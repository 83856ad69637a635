import type { ErrorBody, LabDatabase, LabQuery, SqlAnswer, TabState } from '@chartroom/model';
import { create } from 'zustand';
import { errorsOf, errorText } from '../../api/client.ts';
import {
  activateTab,
  createTab,
  fetchLab,
  fetchTab,
  removeTab,
  runSql,
  saveTab,
  stopQuery,
} from '../../api/sql-lab.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { answerOf, followQuery, isActive, isFound, QueryStopped } from './follow-query.ts';
import {
  blank,
  DEFAULT_LIMIT,
  firstDatabase,
  IDLE,
  type LabRun,
  type LabTab,
  nextLabel,
  tabOf,
  WIRE,
} from './lab-tabs.ts';
import { type Asked, NotLoaded, type Start, startOf } from './opening.ts';

interface LabState {
  ready: boolean;
  problem: ErrorBody[];
  databases: Record<string, LabDatabase>;
  tabs: LabTab[];
  active: number | undefined;
  /** Fetches the tabs, and opens the one that the address asks for. */
  open: (asked: Asked) => Promise<void>;
  add: (start?: Partial<Start>) => Promise<void>;
  activate: (id: number) => Promise<void>;
  close: (id: number) => Promise<void>;
  change: (id: number, part: Partial<Pick<LabTab, keyof typeof WIRE>>) => void;
  run: (id: number, selection: string) => Promise<void>;
  stop: (id: number) => Promise<void>;
}

/** Milliseconds after the last key until a tab is kept (contract/ui.md E3). */
const SAVE_AFTER = 2_000;

const timers = new Map<number, ReturnType<typeof setTimeout>>();
const unsaved = new Map<number, Record<string, unknown>>();
const running = new Map<number, RunningQuery>();

interface RunningQuery {
  abort: AbortController;
  clientId: string;
  /** It goes on when nobody waits for it. */
  later: boolean;
}

/** SQL Lab's tabs: kept on the server, so that they wait wherever one signs in. */
export const useLab = create<LabState>((set, get) => ({
  ready: false,
  problem: [],
  databases: {},
  tabs: [],
  active: undefined,

  open: async (asked) => {
    try {
      const lab = await fetchLab();
      const known = new Map(get().tabs.map((tab) => [tab.id, tab]));
      // What is open here already is as new as what the server keeps, and has its rows.
      const tabs = lab.tab_state_ids.map(({ id, label }) => {
        const open = known.get(id);
        if (open?.loaded) return open;
        return lab.active_tab?.id === id ? tabOf(lab.active_tab) : { ...blank(id), label: label ?? '' };
      });
      set({ databases: lab.databases, tabs, active: lab.active_tab?.id ?? tabs[0]?.id, problem: [] });
      if (lab.active_tab && !known.get(lab.active_tab.id)?.loaded) comeBack(lab.active_tab);
      const start = await wanted(asked, lab.databases);
      if (start || tabs.length === 0) await get().add(start);
      else if (!lab.active_tab && tabs[0]) await get().activate(tabs[0].id);
      set({ ready: true });
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
      const tab = await fetchTab(id);
      const loaded = tabOf(tab);
      set((state) => ({ tabs: state.tabs.map((each) => (each.id === id ? loaded : each)) }));
      comeBack(tab);
    } catch (error) {
      toast.error(errorText(error));
    }
  },
  close: closeTab,
  change: (id, part) => {
    set((state) => ({ tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab)) }));
    const wire: Record<string, unknown> = {};
    for (const [name, wireName] of Object.entries(WIRE)) {
      const value = Object.entries(part).find(([key]) => key === name);
      if (value) wire[wireName] = value[1];
    }
    unsaved.set(id, { ...unsaved.get(id), ...wire });
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => void keep(id), SAVE_AFTER),
    );
  },
  run: runTab,
  stop: stopTab,
}));

/** Opens a new tab; what it is not told it takes from the one in view. */
async function addTab(start: Partial<Start> = {}): Promise<void> {
  const { tabs, active, databases } = useLab.getState();
  const before = tabs.find((tab) => tab.id === active);
  const databaseId = start.databaseId ?? before?.databaseId ?? firstDatabase(databases);
  if (databaseId === null || databaseId === undefined) return;
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
    const id = await createTab({ ...rest, name, dbId, remoteId, queryLimit: DEFAULT_LIMIT });
    useLab.setState((state) => ({
      tabs: [...state.tabs, { ...blank(id), ...tab, loaded: true }],
      active: id,
    }));
    // A link must not write: where queries may, somebody has to press Run.
    if (start.autorun && tab.sql && databases[String(databaseId)]?.allow_dml === false) void runTab(id, '');
  } catch (error) {
    toast.error(`The tab could not be opened: ${errorText(error)}`);
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

/** Runs a tab's text, or the part of it that is selected; a query of the tab that is still running is given up. */
async function runTab(id: number, selection: string): Promise<void> {
  const { tabs, databases } = useLab.getState();
  const tab = tabs.find((each) => each.id === id);
  if (!tab || tab.databaseId === null) return;
  await keep(id);
  const sql = selection.trim().length > 1 ? selection : tab.sql;
  const later =
    bootstrap.conf.SQLLAB_FORCE_RUN_ASYNC === true ||
    databases[String(tab.databaseId)]?.allow_run_async === true;
  const own = { abort: new AbortController(), clientId: randomId(), later };
  const before = running.get(id);
  if (before?.later) await stopTab(id);
  else before?.abort.abort();
  const offset = Math.max(0, tab.sql.indexOf(sql));
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
  };
  await attend(
    id,
    own,
    { ...IDLE, status: 'running', sql, offset, startedAt: performance.now() },
    async () => {
      const answer = await runSql(execution, own.abort.signal);
      return 'data' in answer ? answer : follow(id, own, answer.query);
    },
  );
}

/** Shows a tab's run from its beginning to its end; a later one of the same tab takes its place. */
async function attend(
  id: number,
  own: RunningQuery,
  run: LabRun,
  answered: () => Promise<SqlAnswer | undefined>,
): Promise<void> {
  running.set(id, own);
  patchRun(id, run);
  const end = (part: Partial<LabRun>) => {
    if (running.get(id) !== own) return;
    running.delete(id);
    patchRun(id, { ...part, endedAt: performance.now(), background: undefined });
  };
  try {
    const answer = await answered();
    end(answer ? { status: 'success', answer } : IDLE);
  } catch (error) {
    const isStopped = own.abort.signal.aborted || error instanceof QueryStopped;
    end(isStopped ? { status: 'stopped' } : { status: 'failed', errors: errorsOf(error) });
  }
}

function follow(id: number, own: RunningQuery, query: LabQuery): Promise<SqlAnswer | undefined> {
  return followQuery(query, own.abort.signal, ({ state, progress }) => {
    if (running.get(id) === own) patchRun(id, { background: { state, progress } });
  });
}

/** Shows the last query of a tab that was opened again: its rows, its error, or that it still runs. */
function comeBack({ id, sql, latest_query: query }: TabState): void {
  if (!query || running.has(id)) return;
  const active = isActive(query);
  if (!active && !isFound(query)) return;
  const own = { abort: new AbortController(), clientId: query.id, later: true };
  const lasted = (active ? Date.now() : (query.endDttm ?? 0)) - (query.startDttm ?? 0);
  const startedAt = performance.now() - Math.max(0, lasted);
  const run: LabRun = {
    ...IDLE,
    status: 'running',
    sql: query.sql,
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
  try {
    await stopQuery(own.clientId);
  } catch (error) {
    // Leaving has already cancelled a query that was waited for; the server may know it as finished.
    if (own.later) toast.error(`Failed to stop query. ${errorText(error)}`);
  }
}

/** Closes a tab for good; the last one makes room for an empty one. */
async function closeTab(id: number): Promise<void> {
  const get = useLab.getState;
  await get().stop(id);
  const index = get().tabs.findIndex((tab) => tab.id === id);
  const tabs = get().tabs.filter((tab) => tab.id !== id);
  const next = get().active === id ? (tabs[Math.max(0, index - 1)]?.id ?? undefined) : get().active;
  useLab.setState({ tabs, active: next });
  clearTimeout(timers.get(id));
  unsaved.delete(id);
  try {
    await removeTab(id);
  } catch (error) {
    toast.error(errorText(error));
  }
  if (tabs.length === 0) await get().add();
  else if (next !== undefined) await get().activate(next);
}

/** Sends what changed in a tab. What could not be kept stays due and is said. */
async function keep(id: number): Promise<void> {
  clearTimeout(timers.get(id));
  const changes = unsaved.get(id);
  if (!changes) return;
  unsaved.delete(id);
  try {
    await saveTab(id, changes);
  } catch (error) {
    unsaved.set(id, { ...changes, ...unsaved.get(id) });
    toast.warning(`Your changes in this tab are not saved yet: ${errorText(error)}`);
  }
}

function patchRun(id: number, part: Partial<LabRun>): void {
  useLab.setState((state) => ({
    tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, run: { ...tab.run, ...part } } : tab)),
  }));
}

/** Eleven characters that name a query before the server does. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(11));
  return Array.from(bytes, (byte) => 'abcdefghijklmnopqrstuvwxyz0123456789'[byte % 36]).join('');
}
