import type { LabDatabase, LabState, TabState } from '@chartroom/model';
import { ApiError, errorText, isOutOfReach } from '../../../api/client.ts';
import { activateTab, fetchLab, fetchTab, removeTab, saveTab } from '../../../api/sql-lab.ts';
import { bootstrap } from '../../../base/bootstrap.ts';
import { browserStorage } from '../../../base/browser-storage.ts';
import { toast } from '../../../base/toasts.tsx';
import {
  blank,
  firstDatabase,
  fromWire,
  IDLE,
  type LabTab,
  nextLabel,
  shortLabel,
  tabOf,
} from '../lab-tabs.ts';
import { rememberClosed } from './closed-tabs.ts';
import { openTab } from './open-tab.ts';
import type { StorageRoom } from './storage-room.ts';
import { TabKeeper } from './tab-keeper.ts';
import { inOrder } from './tab-order.ts';

interface Tabs {
  tabs: LabTab[];
  active: number | undefined;
  databases: Record<string, LabDatabase>;
  offline: boolean;
}

/** Where the tabs are shown. */
interface Lab {
  getState: () => Tabs;
  setState: (part: Partial<Tabs>) => void;
}

const STORAGE_FULL =
  'The storage of this browser is full: what is changed now may be lost when the page is left before it is saved. Save your query with the Save button.';
const NOT_KEPT =
  'Unable to migrate query editor state to backend. Chartroom will retry later. Please contact your administrator if this problem persists.';
/** Milliseconds between two words about a full storage (contract/ui.md E6). */
const WARN_EVERY = 8_000;

/** Whose tabs they are. */
export const LAB_USER = bootstrap.user?.userId ?? 0;

/** The tabs of SQL Lab between this window, the server, and other windows. */
export class KeptTabs {
  readonly keeper: TabKeeper;
  readonly #lab: Lab;
  #warned = 0;
  #refreshing: Promise<boolean> | undefined;

  constructor(lab: Lab) {
    this.#lab = lab;
    this.keeper = new TabKeeper({
      user: LAB_USER,
      window: crypto.randomUUID(),
      storage: browserStorage(),
      now: () => Date.now(),
      fetch: fetchTab,
      save: saveTab,
      remove: removeTab,
      statusOf,
      spare: (tab, sql) => this.#spare(tab, sql),
      take: (tab) => this.#show(tab),
      gone: (id, changes) => this.#openAgain(id, changes),
      reach: (offline) => {
        if (lab.getState().offline !== offline) lab.setState({ offline });
      },
      refused: (error) => toast.warning(`${NOT_KEPT} (${errorText(error)})`),
      full: (room) => this.#warnOfStorage(room),
    });
  }

  /** The tabs of an opening, in this browser's order. What is open here already is as new as what the server keeps. */
  tabsIn({ tab_state_ids, active_tab }: LabState): LabTab[] {
    const known = new Map(this.#lab.getState().tabs.map((tab) => [tab.id, tab]));
    const tabs = tab_state_ids
      .filter(({ id }) => !this.keeper.isRemoved(id))
      .map(({ id, label }) => {
        const open = known.get(id);
        if (open?.loaded) return open;
        if (active_tab?.id !== id) return { ...blank(id), label: label ?? '' };
        this.keeper.learn(active_tab, null);
        return tabOf(active_tab);
      });
    return inOrder(tabs, browserStorage());
  }

  /** Takes up what earlier pages have not sent: it is shown, too, until it is. */
  async resume(): Promise<void> {
    await this.keeper.resume();
    const { tabs } = this.#lab.getState();
    this.#lab.setState({ tabs: tabs.map((tab) => ({ ...tab, ...fromWire(this.keeper.due(tab.id) ?? {}) })) });
  }

  /** Takes what the server keeps of a tab, and shows it. */
  learn(tab: TabState, tag: string | null): void {
    this.keeper.learn(tab, tag);
    this.#show(tab);
  }

  /** Takes over what other windows have done, as far as nothing is due here; answers whether the server has told. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /**
   * Takes tabs away, here at once and then on the server; they can be restored. What cannot be kept for that, or cannot be
   * taken away there, comes back.
   */
  async discard(ids: readonly number[]): Promise<void> {
    const { tabs } = this.#lab.getState();
    const closing = new Map(tabs.filter(({ id }) => ids.includes(id)).map((tab) => [tab.id, tab]));
    this.#lab.setState({ tabs: tabs.filter(({ id }) => !closing.has(id)) });
    const waiting = [...ids];
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        await this.#discard(id, closing.get(id));
    };
    await Promise.all(Array.from({ length: 4 }, work));
  }

  /** A tab as the server keeps it, with what is changed here; its run stays. */
  #show(tab: TabState): void {
    const { tabs } = this.#lab.getState();
    const own = fromWire(this.keeper.due(tab.id) ?? {});
    this.#lab.setState({
      tabs: tabs.map((each) =>
        each.id === tab.id ? { ...tabOf(tab), ...own, isDataset: each.isDataset, run: each.run } : each,
      ),
    });
  }

  async #refresh(): Promise<boolean> {
    try {
      const before = new Set(this.#lab.getState().tabs.map(({ id }) => id));
      const lab = await fetchLab();
      const labels = new Map(lab.tab_state_ids.map(({ id, label }) => [id, label ?? '']));
      const { tabs, active } = this.#lab.getState();
      const here = new Set(tabs.map(({ id }) => id));
      const present = this.tabsIn(lab)
        // Closed here meanwhile.
        .filter(({ id }) => here.has(id) || !before.has(id))
        .map((tab) => (this.keeper.due(tab.id) ? tab : { ...tab, label: labels.get(tab.id) ?? tab.label }));
      // Opened here meanwhile, or written in here while it was closed elsewhere: that is kept when it is sent.
      const others = tabs.filter(({ id }) => !labels.has(id) && (!before.has(id) || this.keeper.due(id)));
      this.#lab.setState({ tabs: [...present, ...others], databases: lab.databases });
      const shown = present.find(({ id }) => id === active);
      if (shown?.loaded && !this.keeper.due(shown.id)) await this.#refreshTab(shown);
      return true;
    } catch {
      // Looked at again when the person comes back to the window the next time.
      return false;
    }
  }

  async #refreshTab(shown: LabTab): Promise<void> {
    const { tab, tag } = await fetchTab(shown.id);
    if (this.keeper.due(shown.id) || !this.keeper.learn(tab, tag)) return;
    if ((tab.sql ?? '') !== shown.sql) toast.info('This tab was changed in another window.');
    this.#show(tab);
  }

  async #discard(id: number, known: LabTab | undefined): Promise<void> {
    try {
      // Of a tab that was not looked at yet only the name is here.
      const tab = known?.loaded ? known : await fetchTab(id).then((fetched) => tabOf(fetched.tab), ifGone);
      if (tab) rememberClosed(browserStorage(), { user: LAB_USER, ...tab });
      await this.keeper.remove(id);
    } catch (error) {
      if (known) this.#lab.setState({ tabs: [...this.#lab.getState().tabs, known] });
      toast.error(`The tab could not be closed: ${errorText(error)}`);
    }
  }

  async #spare(tab: TabState, sql: string): Promise<void> {
    const label = `${shortLabel(tab.label ?? '')} (other window)`;
    await this.#openBeside({ ...tabOf(tab), label, sql, savedQueryId: null });
    toast.warning(`This tab was changed in two windows. The other text is kept in “${label}”.`);
  }

  async #openAgain(id: number, changes: Record<string, unknown>): Promise<void> {
    const { tabs, active } = this.#lab.getState();
    const tab = { ...(tabs.find((each) => each.id === id) ?? blank(id)), ...fromWire(changes) };
    const label = tab.label || nextLabel(tabs);
    const made = tab.sql.trim() === '' ? undefined : await this.#openBeside({ ...tab, label });
    this.#lab.setState({ tabs: this.#lab.getState().tabs.filter((each) => each.id !== id) });
    if (made === undefined) return;
    if (active === id) this.#lab.setState({ active: made });
    toast.warning(`“${label}” was closed in another window. What you wrote in it is open again.`);
  }

  /** Opens a tab without turning to it. */
  async #openBeside(tab: LabTab): Promise<number | undefined> {
    const { databases, active } = this.#lab.getState();
    const {
      label: name,
      savedQueryId: remoteId,
      limit: queryLimit,
      catalog,
      schema,
      sql,
      templateParams,
    } = tab;
    const dbId = tab.databaseId ?? firstDatabase(databases);
    if (dbId === null) return undefined;
    const asked = { name, dbId, catalog, schema, sql, templateParams, remoteId, queryLimit };
    const place = await openTab(asked, databases);
    const { tabs } = this.#lab.getState();
    this.#lab.setState({ tabs: [...tabs, { ...tab, ...place, loaded: true, run: IDLE }] });
    if (active !== undefined && active !== tab.id) await activateTab(active);
    return place.id;
  }

  #warnOfStorage(room: StorageRoom | undefined): void {
    if (Date.now() - this.#warned < WARN_EVERY) return;
    this.#warned = Date.now();
    toast.warning(room ? nearlyFull(room) : STORAGE_FULL);
  }
}

function nearlyFull({ used, most }: StorageRoom): string {
  return `The storage of this browser is nearly full: ${used} of ${most} KB are used. Save your query with the Save button, and close tabs that you do not need.`;
}

/** The status of a refusal; undefined where the server, or what stands behind a proxy, is out of reach. */
function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError && !isOutOfReach(error) ? error.status : undefined;
}

/** Nothing, for a tab that is not there any more. */
function ifGone(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error;
}
