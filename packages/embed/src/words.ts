/** What a filter is set to: a value or several, `[low, high]` for a range of numbers; null takes the value away. */
export type FilterValue = string | number | boolean | null | readonly (string | number | boolean | null)[];

/** Values by the names or ids of the filters of a dashboard. */
export type FilterValues = Readonly<Record<string, FilterValue>>;

/** What a filter, or a marked chart, gives to the charts in its scope. */
export interface DataMask {
  id?: string;
  extraFormData?: Readonly<Record<string, unknown>>;
  filterState?: Readonly<Record<string, unknown>>;
  ownState?: Readonly<Record<string, unknown>>;
}

/** By the ids of filters and charts. */
export type DataMasks = Readonly<Record<string, DataMask>>;

/** Pixels that the dashboard takes without being scrolled. */
export interface Size {
  width: number;
  height: number;
}

/** What is in a dashboard that has opened. */
export interface ReadyDetail {
  title: string;
  filters: readonly { id: string; name: string; type: string }[];
  charts: readonly { id: number; name: string }[];
  tabs: readonly { id: string; name: string }[];
  activeTabs: readonly string[];
}

export interface FiltersDetail {
  dataMask: DataMasks;
  /** Whether a mark on a chart has changed. */
  crossFiltersChanged: boolean;
  /** Whether a filter of the bar has changed. */
  nativeFiltersChanged: boolean;
}

export interface TabsDetail {
  activeTabs: readonly string[];
}

export interface ErrorDetail {
  message: string;
  /** Of the server's answer, where there was one. */
  status?: number;
  /** The chart that failed; absent where it is the whole. */
  chartId?: number;
}

/** A light theme, or one for each lighting, as Chartroom's themes are written. */
export type ThemeConfig = Readonly<Record<string, unknown>>;

/** Events of `<chartroom-dashboard>` and `<chartroom-chart>`. */
export interface ChartroomEventMap {
  'chartroom-ready': CustomEvent<ReadyDetail>;
  'chartroom-filters': CustomEvent<FiltersDetail>;
  'chartroom-tabs': CustomEvent<TabsDetail>;
  'chartroom-size': CustomEvent<Size>;
  'chartroom-error': CustomEvent<ErrorDetail>;
}

/** What the page in the frame calls, with what it says. */
export interface Heard {
  observeReady: ReadyDetail;
  observeDataMask: Omit<FiltersDetail, 'dataMask'> & Readonly<Record<string, DataMask | boolean>>;
  observeActiveTabs: TabsDetail;
  observeSize: Size;
  observeError: ErrorDetail;
  resolvePermalinkUrl: { key: string };
}

/** What the page in the frame is asked and told, with its answers. */
export interface Answers {
  guestToken: undefined;
  setFilters: undefined;
  setDataMask: undefined;
  setActiveTabs: undefined;
  setThemeConfig: undefined;
  setThemeMode: undefined;
  setLanguage: undefined;
  getDataMask: DataMasks;
  getActiveTabs: string[];
  getScrollSize: Size;
  getDashboardPermalink: string;
  getChartStates: Record<string, { chartId: number; state: Record<string, unknown> }>;
  getChartDataPayloads: Record<string, Record<string, unknown>>;
}
