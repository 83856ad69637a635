import { frameAddress, MODES } from './frame-address.ts';
import { type FrameSession, openSession } from './frame-session.ts';
import type {
  Answers,
  ChartroomEventMap,
  DataMask,
  DataMasks,
  ErrorDetail,
  FilterValues,
  Heard,
  Size,
  ThemeConfig,
} from './words.ts';

/** Attributes that the page in the frame can follow while it is open. */
const LIVE = ['theme', 'language', 'fit', 'label'] as const;
/** Attributes for which it is opened anew. */
const OPENING = [
  'server',
  'dashboard',
  'permalink',
  'hide-title',
  'hide-tabs',
  'hide-chart-controls',
  'hide-filters',
  'collapse-filters',
  'show-row-limit-warning',
] as const;

/** Properties that a page may have set before this script was there. */
const EARLY = ['fetchToken', 'filters', 'activeTabs', 'themeConfig', 'resolvePermalinkUrl'] as const;

/** Where this script comes from: the server, unless a page has bundled it. */
const SCRIPT = import.meta.url;

/** What `<chartroom-dashboard>` and `<chartroom-chart>` have in common: a frame, filled as soon as it is known with what. */
export abstract class FramedElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = [...LIVE, ...OPENING];
  #session: FrameSession | undefined;
  #isScheduled = false;
  #fetchToken: (() => Promise<string>) | undefined;
  #filters: FilterValues = {};
  #activeTabs: readonly string[] = [];
  #themeConfig: ThemeConfig | undefined;
  /** Gives the address at which the page around shows a link of this key; without it, links lead to Chartroom. */
  resolvePermalinkUrl: ((link: { key: string }) => string | Promise<string>) | undefined;

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [styles()];
  }

  /** Asks the site's own server for a guest's token; called again before the last one ends. Nothing is shown without it. */
  get fetchToken(): (() => Promise<string>) | undefined {
    return this.#fetchToken;
  }
  set fetchToken(fetchToken: (() => Promise<string>) | undefined) {
    this.#fetchToken = fetchToken;
    this.#reopen();
  }

  /** Filters by their names or ids. Those not named are left to whoever looks; those no longer named lose their values. */
  get filters(): FilterValues {
    return this.#filters;
  }
  set filters(filters: FilterValues) {
    // Pages often say again what they have said, and whoever looks may have filtered otherwise since.
    if (JSON.stringify(filters) === JSON.stringify(this.#filters)) return;
    const dropped = Object.keys(this.#filters).filter((name) => !Object.hasOwn(filters, name));
    this.#filters = { ...filters };
    this.#send('setFilters', {
      filters: { ...Object.fromEntries(dropped.map((name) => [name, null])), ...filters },
    });
  }

  /** Ids of the tabs that are to be open. */
  get activeTabs(): readonly string[] {
    return this.#activeTabs;
  }
  set activeTabs(activeTabs: readonly string[]) {
    this.#activeTabs = [...activeTabs];
    this.#send('setActiveTabs', { activeTabs: [...activeTabs] });
  }

  /** A theme, or `{ theme_default, theme_dark }`. */
  get themeConfig(): ThemeConfig | undefined {
    return this.#themeConfig;
  }
  set themeConfig(themeConfig: ThemeConfig | undefined) {
    this.#themeConfig = themeConfig;
    if (themeConfig) this.#send('setThemeConfig', { themeConfig });
    else this.#reopen();
  }

  /** The filters in force, by the ids of filters and charts. */
  getDataMask(): Promise<DataMasks> {
    return this.#ask('getDataMask');
  }

  /** Puts filters into force as `getDataMask` or `chartroom-filters` tell them; those not named stay. */
  async setDataMask(dataMask: DataMasks): Promise<void> {
    await this.#ask('setDataMask', { dataMask });
  }

  /** A lasting link to the dashboard as it stands; `anchor` is the id of a component that it leads to. */
  getPermalink(anchor = ''): Promise<string> {
    return this.#ask('getDashboardPermalink', { anchor });
  }

  getActiveTabs(): Promise<string[]> {
    return this.#ask('getActiveTabs');
  }

  getScrollSize(): Promise<Size> {
    return this.#ask('getScrollSize');
  }

  /** What charts remember of how they are looked at, such as the page of a table. */
  getChartStates(): Promise<Answers['getChartStates']> {
    return this.#ask('getChartStates');
  }

  /** Bodies for `POST /api/v1/chart/data` that ask what the charts, or one of them, show now. */
  getChartDataPayloads(chartId?: number): Promise<Answers['getChartDataPayloads']> {
    return this.#ask('getChartDataPayloads', { chartId });
  }

  override addEventListener<Type extends keyof ChartroomEventMap>(
    type: Type,
    listener: (this: this, event: ChartroomEventMap[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
  }

  connectedCallback(): void {
    for (const name of EARLY) {
      const own = Object.getOwnPropertyDescriptor(this, name);
      if (own?.value === undefined) continue;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, own.value);
    }
    this.#reopen();
  }

  disconnectedCallback(): void {
    this.#close();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'theme' && MODES[after ?? '']) this.#send('setThemeMode', { mode: MODES[after ?? ''] });
    else if (name === 'language' && after) this.#send('setLanguage', { language: after });
    else if (name === 'label') this.#session?.frame.setAttribute('title', this.#label);
    else if (name === 'fit') void this.#fit();
    else this.#reopen();
  }

  /** The only chart to be shown; undefined for the whole dashboard. */
  protected get alone(): string | undefined {
    return undefined;
  }

  /** Whether all is said that the frame's address needs. */
  protected get isComplete(): boolean {
    return this.hasAttribute('dashboard');
  }

  get #label(): string {
    return this.getAttribute('label') ?? (this.alone === undefined ? 'Dashboard' : 'Chart');
  }

  /** Opens the frame anew once all is set that is being set now. */
  #reopen(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#close();
      if (this.isConnected && this.isComplete && this.#fetchToken) this.#open(this.#fetchToken);
    });
  }

  #open(fetchToken: () => Promise<string>): void {
    try {
      this.#session = openSession({
        address: this.#address(),
        title: this.#label,
        fetchToken,
        handlers: this.#handlers(),
        onEntered: () => this.#dress(),
        onError: (error) => this.#tell('chartroom-error', errorDetail(error)),
      });
      this.shadowRoot?.replaceChildren(this.#session.frame);
    } catch (error) {
      this.#tell('chartroom-error', errorDetail(error));
    }
  }

  #close(): void {
    this.#session?.end();
    this.#session = undefined;
  }

  #address(): URL {
    const text = (name: string) => this.getAttribute(name) ?? undefined;
    const is = (name: string) => this.hasAttribute(name);
    return frameAddress({
      server: text('server') ?? new URL(SCRIPT).origin,
      dashboard: text('dashboard') ?? '',
      chart: this.alone,
      hideTitle: is('hide-title'),
      hideTabs: is('hide-tabs'),
      hideChartControls: is('hide-chart-controls'),
      hideFilters: is('hide-filters'),
      collapseFilters: is('collapse-filters'),
      showRowLimitWarning: is('show-row-limit-warning'),
      theme: text('theme'),
      language: text('language'),
      permalink: text('permalink'),
    });
  }

  #handlers(): { readonly [Method in keyof Heard]: (args: Heard[Method]) => unknown } {
    return {
      observeReady: (detail) => this.#tell('chartroom-ready', detail),
      observeActiveTabs: (detail) => this.#tell('chartroom-tabs', detail),
      observeError: (detail) => this.#tell('chartroom-error', detail),
      observeSize: (detail) => {
        void this.#fit(detail);
        this.#tell('chartroom-size', detail);
      },
      observeDataMask: ({ crossFiltersChanged, nativeFiltersChanged, ...masks }) => {
        const dataMask = Object.fromEntries(Object.entries(masks).filter(isMask));
        this.#tell('chartroom-filters', { dataMask, crossFiltersChanged, nativeFiltersChanged });
      },
      resolvePermalinkUrl: (link) => this.resolvePermalinkUrl?.(link) ?? null,
    };
  }

  /** Hands a page that has just been opened what its address cannot say. */
  #dress(): void {
    if (this.#themeConfig) this.#send('setThemeConfig', { themeConfig: this.#themeConfig });
    if (Object.keys(this.#filters).length > 0) this.#send('setFilters', { filters: this.#filters });
    if (this.#activeTabs.length > 0) this.#send('setActiveTabs', { activeTabs: this.#activeTabs });
  }

  /** Gives the frame the height of the dashboard, where that is wanted. */
  async #fit(size?: Size): Promise<void> {
    const frame = this.#session?.frame;
    if (!frame) return;
    const isWanted = this.hasAttribute('fit') && this.alone === undefined;
    const height = isWanted ? (size ?? (await this.getScrollSize())).height : undefined;
    frame.style.height = height === undefined ? '' : `${height}px`;
  }

  #ask<Method extends keyof Answers>(method: Method, args?: object): Promise<Answers[Method]> {
    if (!this.#session) return Promise.reject(new Error('Nothing is open in this element.'));
    return this.#session.call(method, args);
  }

  /** Tells the page in the frame to be otherwise, once it has a port; what it does not take is an event. */
  #send(method: keyof Answers, args: object): void {
    const session = this.#session;
    session?.call(method, args).catch((error: unknown) => {
      if (session === this.#session) this.#tell('chartroom-error', errorDetail(error));
    });
  }

  #tell<Type extends keyof ChartroomEventMap>(type: Type, detail: ChartroomEventMap[Type]['detail']): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

function isMask(entry: [string, DataMask | boolean]): entry is [string, DataMask] {
  return typeof entry[1] === 'object';
}

function errorDetail(error: unknown): ErrorDetail {
  return { message: error instanceof Error ? error.message : String(error) };
}

let shared: CSSStyleSheet | undefined;

/** One sheet for all elements; style sheets made so need no leave of a page's policy. */
function styles(): CSSStyleSheet {
  if (shared) return shared;
  shared = new CSSStyleSheet();
  shared.replaceSync(
    ':host{display:block;height:600px}:host([fit]:not([chart])){height:auto}:host([hidden]){display:none}iframe{display:block;width:100%;height:100%;border:0;background:transparent}:host([fit]:not([chart])) iframe{min-height:320px}',
  );
  return shared;
}
