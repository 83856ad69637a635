import { isJsonObject, type JsonValue } from '@chartroom/model';

const KEY = 'sqllab__closed_tabs';
/** Closed tabs that a browser remembers, and the characters of their texts together. */
const MOST = 20;
const LONGEST = 500_000;

/** A tab that was closed, with all that was written in it. */
export interface ClosedTab {
  user: number;
  label: string;
  databaseId: number | null;
  catalog: string | null;
  schema: string | null;
  sql: string;
  templateParams: string | null;
  savedQueryId: number | null;
  limit: number;
}

/** The tabs that a person closed in this browser, the last one first. */
export function closedTabs(storage: Storage | undefined, user: number): ClosedTab[] {
  return read(storage).filter((tab) => tab.user === user);
}

/**
 * Remembers a closed tab; the oldest ones make room. An empty tab is not worth it. Throws for one that the browser has no
 * room for.
 */
export function rememberClosed(storage: Storage | undefined, closed: ClosedTab): void {
  if (closed.sql.trim() === '') return;
  const { user, label, databaseId, catalog, schema, sql, templateParams, savedQueryId, limit } = closed;
  const tab = { user, label, databaseId, catalog, schema, sql, templateParams, savedQueryId, limit };
  if (write(storage, [tab, ...read(storage)])) return;
  throw new Error(
    'The storage of this browser is full, so that it could not be restored. Save its query first, or empty it.',
  );
}

/** Forgets a closed tab that is open again. */
export function forgetClosed(storage: Storage | undefined, tab: ClosedTab): void {
  const all = read(storage);
  const wanted = JSON.stringify(tab);
  const place = all.findIndex((each) => JSON.stringify(each) === wanted);
  if (place >= 0) write(storage, all.toSpliced(place, 1));
}

/** Writes as many as there is room for; answers whether that are any. */
function write(storage: Storage | undefined, tabs: ClosedTab[]): boolean {
  let room = LONGEST;
  const kept = tabs.slice(0, MOST).filter(({ sql }, index) => {
    room -= sql.length;
    return index === 0 || room >= 0;
  });
  for (; kept.length > 0; kept.pop()) {
    try {
      storage?.setItem(KEY, JSON.stringify(kept));
      return true;
    } catch {
      // There is no room for so many.
    }
  }
  storage?.removeItem(KEY);
  return false;
}

function read(storage: Storage | undefined): ClosedTab[] {
  try {
    const tabs: JsonValue = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(tabs) ? tabs.flatMap(closedTabIn) : [];
  } catch {
    return [];
  }
}

function closedTabIn(value: JsonValue): ClosedTab[] {
  if (!isJsonObject(value) || typeof value.user !== 'number' || typeof value.sql !== 'string') return [];
  const textOf = (text: JsonValue | undefined) => (typeof text === 'string' ? text : null);
  const numberOf = (number: JsonValue | undefined) => (typeof number === 'number' ? number : null);
  return [
    {
      user: value.user,
      label: textOf(value.label) ?? '',
      databaseId: numberOf(value.databaseId),
      catalog: textOf(value.catalog),
      schema: textOf(value.schema),
      sql: value.sql,
      templateParams: textOf(value.templateParams),
      savedQueryId: numberOf(value.savedQueryId),
      limit: numberOf(value.limit) ?? 1_000,
    },
  ];
}
