import type { JsonValue, TabState } from '@chartroom/model';
import { settle } from './settle.ts';
import { littleRoom, type StorageRoom } from './storage-room.ts';
import { type Due, StoredChanges } from './stored-changes.ts';

/** A tab as the server keeps it, and by what the server knows this state of it. */
export interface TabVersion {
  tab: TabState;
  tag: string | null;
}

/** What the keeper works with. */
export interface KeeperPorts {
  user: number;
  /** Names this window among others that share the storage. */
  window: string;
  storage: Storage | undefined;
  now: () => number;
  fetch: (id: number) => Promise<TabVersion>;
  /** Changes a tab unless it is not any more what the tag names; answers its new tag. */
  save: (id: number, changes: Record<string, unknown>, tag: string | null) => Promise<string | null>;
  remove: (id: number) => Promise<void>;
  /** HTTP status of a refusal; undefined for a server that cannot be reached. */
  statusOf: (error: unknown) => number | undefined;
  /** Gives a text that would be lost a tab of its own. */
  spare: (tab: TabState, sql: string) => Promise<void>;
  /** Shows what the server has newer, or has and is changed here. */
  take: (tab: TabState) => void;
  /** The tab is not on the server any more: what was written in it is to be kept in a new one. */
  gone: (id: number, changes: Record<string, unknown>) => Promise<void>;
  /** Told whether the server can be reached. */
  reach: (isOffline: boolean) => void;
  /** Told once of changes that the server refuses, until they are kept. */
  refused: (error: unknown) => void;
  /** The browser's storage holds no more; with `room`: not much more. */
  full: (room?: StorageRoom) => void;
}

/** Milliseconds after the last change until a tab is kept, and until it is kept at the latest (contract/ui.md E3, E6). */
const SAVE_AFTER = 2_000;
const SYNC_EVERY = 5_000;
/** Milliseconds after the last change until the browser keeps it, too: a script may be long. */
const STORE_AFTER = 300;

interface Known {
  at: number;
  sql: string;
  extra: Record<string, JsonValue | undefined>;
  /** null = not told. */
  tag: string | null;
}

/**
 * Brings what changes in tabs to the server, and keeps it in the browser until it is there: through spells without a server,
 * and past the end of the page. What another window has written meanwhile is not written over unseen.
 */
export class TabKeeper {
  readonly #ports: KeeperPorts;
  readonly #stored: StoredChanges;
  readonly #due = new Map<number, Due>();
  readonly #known = new Map<number, Known>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #saving = new Map<number, Promise<void>>();
  readonly #removed = new Set<number>();
  #storing: ReturnType<typeof setTimeout> | undefined;
  #isRefused = false;

  constructor(ports: KeeperPorts) {
    this.#ports = ports;
    this.#stored = new StoredChanges(ports.storage, ports.user, ports.window);
    for (const id of this.#stored.read().removed) this.#removed.add(id);
  }

  /** Whether a tab was closed while the server could not be told. */
  isRemoved(id: number): boolean {
    return this.#removed.has(id);
  }

  /** What of a tab is not on the server yet, by the names on the wire. */
  due(id: number): Record<string, unknown> | undefined {
    return this.#due.get(id)?.changes;
  }

  /** What the server has of a tab; answers whether that is new here. */
  learn(tab: TabState, tag: string | null): boolean {
    const before = this.#known.get(tab.id);
    const now = knownOf(tab, tag);
    this.#known.set(tab.id, now);
    return before !== undefined && (before.at !== now.at || before.sql !== now.sql);
  }

  /** Notes changes of a tab, by their names on the wire. */
  note(id: number, changes: Record<string, unknown>): void {
    const at = this.#ports.now();
    const before = this.#due.get(id);
    const known = this.#known.get(id);
    const base = before?.base ?? { at: known?.at ?? 0, sql: known?.sql };
    const since = before?.since ?? at;
    this.#due.set(id, { id, at, since, base, changes: { ...before?.changes, ...changes } });
    clearTimeout(this.#storing);
    this.#storing = setTimeout(() => this.store(), STORE_AFTER);
    this.#plan(id, Math.max(0, Math.min(SAVE_AFTER, since + SYNC_EVERY - at)));
  }

  /** Sends what is due of a tab. What could not be sent stays due. */
  async keep(id: number): Promise<void> {
    clearTimeout(this.#timers.get(id));
    await this.#saving.get(id);
    if (!this.#due.has(id)) return;
    const sending = this.#send(id);
    this.#saving.set(id, sending);
    await sending;
    if (this.#saving.get(id) === sending) this.#saving.delete(id);
  }

  /** Takes up again what an earlier page has not sent: the newer side wins. */
  async resume(): Promise<void> {
    for (const id of [...this.#removed]) await this.remove(id);
    const { due } = this.#stored.read();
    for (const each of due.sort((a, b) => a.at - b.at)) {
      // Two windows may have written in one tab: the later one waits until the earlier one is sent.
      if (this.#due.has(each.id) || this.#removed.has(each.id)) continue;
      this.#due.set(each.id, { ...each, since: this.#ports.now() });
      this.#stored.adopt(each);
      // What it began with is not what this window knows: the two are compared.
      this.#known.delete(each.id);
      await this.keep(each.id);
    }
  }

  /** Sends all that is due at once, as when the server is in reach again. */
  async flush(): Promise<void> {
    for (const id of [...this.#removed]) await this.remove(id);
    for (const id of [...this.#due.keys()]) await this.keep(id);
  }

  /** Removes a tab from the server, as soon as it can be told. */
  async remove(id: number): Promise<void> {
    const due = this.#due.get(id);
    this.#forget(id);
    try {
      await this.#ports.remove(id);
      if (this.#removed.delete(id)) this.store();
    } catch (error) {
      const status = this.#ports.statusOf(error);
      if (status === undefined) this.#removed.add(id);
      else this.#removed.delete(id);
      this.store();
      if (status === undefined) this.#ports.reach(true);
      // Another window has closed it, too.
      if (status === undefined || status === 404) return;
      if (due) this.note(id, due.changes);
      throw error;
    }
  }

  /** Writes what is due into the browser's storage, as before the page ends. */
  store(): void {
    clearTimeout(this.#storing);
    const isKept = this.#stored.write({ due: [...this.#due.values()], removed: [...this.#removed] });
    if (!isKept) this.#ports.full();
    if (!isKept || this.#due.size === 0) return;
    const room = this.#ports.storage && littleRoom(this.#ports.storage);
    if (room) this.#ports.full(room);
  }

  #plan(id: number, wait: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.set(
      id,
      setTimeout(() => void this.keep(id), wait),
    );
  }

  async #send(id: number): Promise<void> {
    try {
      const isKnown = (this.#known.get(id)?.tag ?? null) !== null;
      if (isKnown || (await this.#compare(id))) await this.#save(id);
      this.#isRefused = false;
      this.#ports.reach(false);
    } catch (error) {
      await this.#failed(id, error);
    }
  }

  /** Sends what is due now on top of what is known; what another window has changed meanwhile is looked at first. */
  async #save(id: number): Promise<void> {
    const due = this.#due.get(id);
    if (!due) return;
    const known = this.#known.get(id);
    const extra = { ...known?.extra, updatedAt: due.at, version: 1 };
    let tag: string | null;
    try {
      tag = await this.#ports.save(id, { ...due.changes, extra_json: extra }, known?.tag ?? null);
    } catch (error) {
      if (this.#ports.statusOf(error) !== 412) throw error;
      if (await this.#compare(id)) await this.#save(id);
      return;
    }
    const sql = typeof due.changes.sql === 'string' ? due.changes.sql : (known?.sql ?? '');
    this.#known.set(id, { at: due.at, sql, extra, tag });
    const now = this.#due.get(id);
    if (now === due) this.#due.delete(id);
    // What was typed meanwhile stands on what was just sent.
    else if (now) this.#due.set(id, { ...now, base: { at: due.at, sql }, since: this.#ports.now() });
    this.store();
  }

  /** Looks at what the server has; answers whether what is due is still to be sent. */
  async #compare(id: number): Promise<boolean> {
    const { tab, tag } = await this.#ports.fetch(id);
    const due = this.#due.get(id);
    if (!due) return false;
    const { at, base, changes } = due;
    const sql = typeof changes.sql === 'string' ? changes.sql : undefined;
    const { winner, spare } = settle({ at, sql }, base, knownOf(tab, tag));
    if (spare !== undefined) await this.#ports.spare(tab, spare);
    // Whoever went on typing meanwhile has the newest text: it is looked at again when it is sent.
    if (winner === 'server' && this.#due.get(id) !== due) return false;
    this.learn(tab, tag);
    if (winner === 'local') {
      const { at: sentAt, sql: sent } = knownOf(tab, tag);
      this.#due.set(id, { ...(this.#due.get(id) ?? due), base: { at: sentAt, sql: sent } });
    } else this.#due.delete(id);
    this.#ports.take(tab);
    this.store();
    return winner === 'local';
  }

  async #failed(id: number, error: unknown): Promise<void> {
    const status = this.#ports.statusOf(error);
    if (status === 404) {
      await this.#gone(id);
      return;
    }
    if (status === undefined) this.#ports.reach(true);
    else if (!this.#isRefused) {
      this.#isRefused = true;
      this.#ports.refused(error);
    }
    this.store();
    this.#plan(id, SYNC_EVERY);
  }

  /** What was written in a tab that is closed elsewhere stays due until it has a new one. */
  async #gone(id: number): Promise<void> {
    const changes = this.#due.get(id)?.changes;
    try {
      if (changes) await this.#ports.gone(id, changes);
      this.#forget(id);
    } catch (error) {
      if (this.#ports.statusOf(error) === undefined) this.#ports.reach(true);
      else this.#ports.refused(error);
      this.#plan(id, SYNC_EVERY);
    }
  }

  #forget(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#known.delete(id);
    if (this.#due.delete(id)) this.store();
  }
}

function knownOf({ sql, extra_json }: TabState, tag: string | null): Known {
  const extra = isRecord(extra_json) ? extra_json : {};
  return { at: typeof extra.updatedAt === 'number' ? extra.updatedAt : 0, sql: sql ?? '', extra, tag };
}

function isRecord(value: unknown): value is Record<string, JsonValue | undefined> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
