import { isJsonObject, type JsonValue } from '@chartroom/model';

/** Where browsers keep what of SQL Lab is not on the server yet (contract/ui.md E6). */
const KEY = 'redux';
/** Characters of a text beside which its beginning is stored, too. */
const LONGEST_BASE = 100_000;

/** What of a tab is not on the server yet. */
export interface Due {
  id: number;
  /** When it was changed last, and when it was not on the server first, in milliseconds. */
  at: number;
  since: number;
  /** What the server kept before; its text where it is known. */
  base: { at: number; sql: string | undefined };
  /** By their names on the wire. */
  changes: Record<string, unknown>;
}

interface Changes {
  due: Due[];
  /** Tabs that were closed. */
  removed: number[];
}

interface Owned {
  user: number;
  /** The window that has it to send; others take it up when they begin. */
  window: string;
}

interface Stored {
  unsavedQueryEditors: (Due & Owned)[];
  destroyedQueryEditors: (Owned & { id: number })[];
}

/** What windows have not sent, in the storage that they share. */
export class StoredChanges {
  readonly #storage: Storage | undefined;
  readonly #own: Owned;

  constructor(storage: Storage | undefined, user: number, window: string) {
    this.#storage = storage;
    this.#own = { user, window };
  }

  /** What the person's pages have not sent; what cannot be read is nothing. */
  read(): Changes {
    const { unsavedQueryEditors, destroyedQueryEditors } = this.#read();
    const { user } = this.#own;
    return {
      due: unsavedQueryEditors.filter((each) => each.user === user),
      removed: destroyedQueryEditors.filter((each) => each.user === user).map(({ id }) => id),
    };
  }

  /** Takes over what an earlier window has left; it is stored with what this one has to send. */
  adopt({ id, at }: Due): void {
    const before = this.#read();
    const left = before.unsavedQueryEditors.map((each) =>
      each.user === this.#own.user && each.id === id && each.at === at ? { ...each, ...this.#own } : each,
    );
    this.#write({ ...before, unsavedQueryEditors: left });
  }

  /** Keeps what this window has not sent; answers whether it could be kept. What others have stored stays. */
  write(changes: Changes): boolean {
    if (!this.#storage) return changes.due.length === 0;
    const { user, window } = this.#own;
    const before = this.#read();
    const unsavedQueryEditors = [
      ...before.unsavedQueryEditors.filter((each) => each.user !== user || each.window !== window),
      ...changes.due.map(({ id, at, since, base, changes: changed }) => ({
        ...{ id, at, since, base: shortBase(base), changes: changed },
        ...this.#own,
      })),
    ];
    // A tab is closed by whoever can tell the server first.
    const destroyedQueryEditors = [
      ...before.destroyedQueryEditors.filter((each) => each.user !== user),
      ...changes.removed.map((id) => ({ id, ...this.#own })),
    ];
    return this.#write({ unsavedQueryEditors, destroyedQueryEditors });
  }

  #write(stored: Stored): boolean {
    const { unsavedQueryEditors, destroyedQueryEditors } = stored;
    try {
      if (unsavedQueryEditors.length + destroyedQueryEditors.length === 0) this.#storage?.removeItem(KEY);
      else this.#storage?.setItem(KEY, JSON.stringify({ sqlLab: stored }));
      return true;
    } catch {
      return false;
    }
  }

  #read(): Stored {
    const lab = labIn(this.#storage?.getItem(KEY) ?? '');
    return {
      unsavedQueryEditors: listIn(lab.unsavedQueryEditors).flatMap(dueIn),
      destroyedQueryEditors: listIn(lab.destroyedQueryEditors).flatMap((each) =>
        isJsonObject(each) && typeof each.id === 'number' && typeof each.user === 'number'
          ? [{ id: each.id, user: each.user, window: String(each.window) }]
          : [],
      ),
    };
  }
}

function shortBase({ at, sql }: Due['base']): Due['base'] {
  return sql === undefined || sql.length > LONGEST_BASE ? { at, sql: undefined } : { at, sql };
}

function listIn(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function labIn(text: string): { [name: string]: JsonValue | undefined } {
  try {
    const value: JsonValue = JSON.parse(text);
    return isJsonObject(value) && isJsonObject(value.sqlLab) ? value.sqlLab : {};
  } catch {
    return {};
  }
}

function dueIn(value: JsonValue): Stored['unsavedQueryEditors'] {
  if (!isJsonObject(value) || !isJsonObject(value.base) || !isJsonObject(value.changes)) return [];
  const { id, at, since, user, window, base, changes } = value;
  if (typeof id !== 'number' || typeof at !== 'number' || typeof user !== 'number') return [];
  const known = { at: Number(base.at) || 0, sql: typeof base.sql === 'string' ? base.sql : undefined };
  return [{ id, at, since: Number(since) || at, user, window: String(window), base: known, changes }];
}
