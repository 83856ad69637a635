import type { ErrorBody, LabDatabase, LabQuery, SqlAnswer, TabState } from '@chartroom/model';
import { bootstrap } from '../../base/bootstrap.ts';
import type { ReadAcross } from './across.ts';

export interface LabRun {
  status: 'idle' | 'running' | 'success' | 'failed' | 'stopped';
  answer: SqlAnswer | undefined;
  errors: ErrorBody[];
  /** It has ended well, and its rows did not come: they can be fetched again. */
  unfetched: LabQuery | undefined;
  /** Text that was run and where it stands in the editor's text. */
  sql: string;
  offset: number;
  startedAt: number;
  endedAt: number;
  /** What the server says of a query that runs in the background. */
  background: { state: string; progress: number } | undefined;
  /** A page of the engine about it. */
  trackingUrl: string | undefined;
  /** It makes a table or a view of what it answers. */
  making: boolean;
  /** How much of other databases it has read, where it reads from there. */
  reading: ReadAcross | undefined;
}

/** A table or view that is made of what a query answers. */
export interface Making {
  method: 'TABLE' | 'VIEW';
  name: string;
}

export interface LabTab {
  id: number;
  label: string;
  databaseId: number | null;
  /** null = the database's usual one. */
  catalog: string | null;
  schema: string | null;
  sql: string;
  /** JSON text of the parameters of its templates. */
  templateParams: string | null;
  /** The saved query that it shows. */
  savedQueryId: number | null;
  limit: number;
  hidesLeftBar: boolean;
  /** It was opened to change the text of a virtual dataset. */
  isDataset: boolean;
  loaded: boolean;
  run: LabRun;
}

/** Names of the fields of a tab on the wire. */
export const WIRE = {
  label: 'label',
  databaseId: 'database_id',
  catalog: 'catalog',
  schema: 'schema',
  sql: 'sql',
  templateParams: 'template_params',
  savedQueryId: 'saved_query_id',
  limit: 'query_limit',
  hidesLeftBar: 'hide_left_bar',
} as const;

/** Of a tab in which nothing was run. */
export const IDLE: LabRun = {
  status: 'idle',
  answer: undefined,
  errors: [],
  unfetched: undefined,
  sql: '',
  offset: 0,
  startedAt: 0,
  endedAt: 0,
  background: undefined,
  trackingUrl: undefined,
  making: false,
  reading: undefined,
};
/** Rows that a new tab asks for. */
export const DEFAULT_LIMIT = Number(bootstrap.conf.DEFAULT_SQLLAB_LIMIT) || 1_000;

/** A tab as the server keeps it. */
export function tabOf(state: TabState): LabTab {
  return {
    ...blank(state.id),
    label: state.label ?? '',
    databaseId: state.database_id,
    catalog: state.catalog,
    schema: state.schema,
    sql: state.sql ?? '',
    templateParams: state.template_params,
    savedQueryId: state.saved_query?.id ?? null,
    limit: state.query_limit ?? DEFAULT_LIMIT,
    hidesLeftBar: state.hide_left_bar,
    loaded: true,
  };
}

/** Changes that are named as on the wire, as a tab shows them. */
export function fromWire(changes: Record<string, unknown>): Partial<LabTab> {
  const part = Object.entries(WIRE).flatMap(([name, wireName]) =>
    wireName in changes ? [[name, changes[wireName]]] : [],
  );
  return Object.fromEntries(part);
}

/** A tab of which only the id is known. */
export function blank(id: number): LabTab {
  return {
    id,
    label: '',
    databaseId: null,
    catalog: null,
    schema: null,
    sql: '',
    templateParams: null,
    savedQueryId: null,
    limit: DEFAULT_LIMIT,
    hidesLeftBar: false,
    isDataset: false,
    loaded: false,
    run: IDLE,
  };
}

/** Databases that SQL Lab offers, by name. */
export function exposedDatabases(databases: Record<string, LabDatabase>): LabDatabase[] {
  return Object.values(databases)
    .filter((each) => each.expose_in_sqllab)
    .sort((a, b) => a.database_name.localeCompare(b.database_name));
}

/** The database of a tab that is told of none; null when there is no database. */
export function firstDatabase(databases: Record<string, LabDatabase>): number | null {
  const ids = exposedDatabases(databases).map(({ id }) => id);
  const first = ids.length > 0 ? Math.min(...ids) : null;
  return ids.find((id) => id === bootstrap.conf.SQLLAB_DEFAULT_DBID) ?? first;
}

/** Characters that a name may have on the server of tabs, less those that are put before or after it. */
const LONGEST_NAME = 230;

/** A tab's name to which something is added. */
export function shortLabel(label: string): string {
  return label.slice(0, LONGEST_NAME);
}

/** The next of the numbered names. */
export function nextLabel(tabs: readonly LabTab[]): string {
  const numbers = tabs.map((tab) => Number(/^Untitled Query (\d+)$/.exec(tab.label)?.[1] ?? 0));
  return `Untitled Query ${Math.max(0, ...numbers) + 1}`;
}
