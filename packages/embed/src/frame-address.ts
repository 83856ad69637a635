/** What the address of a frame is made of. */
export interface FrameAddress {
  /** Where Chartroom is, e.g. `https://charts.example.org`. */
  server: string;
  /** The id that a dashboard has as an embedded one. */
  dashboard: string;
  /** The only chart that is shown. */
  chart?: string | undefined;
  hideTitle?: boolean;
  hideTabs?: boolean;
  hideChartControls?: boolean;
  hideFilters?: boolean;
  collapseFilters?: boolean;
  showRowLimitWarning?: boolean;
  theme?: string | undefined;
  language?: string | undefined;
  permalink?: string | undefined;
}

/** Bits of `uiConfig`. */
const HIDE_TITLE = 1;
const HIDE_TABS = 2;
const HIDE_CHART_CONTROLS = 8;
const EMIT_DATA_MASKS = 16;
const SHOW_ROW_LIMIT_WARNING = 32;

/** The words for lightings, and what pages in frames call them. */
export const MODES: Readonly<Record<string, string>> = {
  light: 'default',
  default: 'default',
  dark: 'dark',
  system: 'system',
};

/** The address of the page that a frame shows. @throws TypeError for a server that is no address */
export function frameAddress(options: FrameAddress): URL {
  const address = new URL(
    `${options.server.replace(/\/+$/, '')}/embedded/${encodeURIComponent(options.dashboard)}`,
  );
  const bits =
    EMIT_DATA_MASKS |
    (options.hideTitle ? HIDE_TITLE : 0) |
    (options.hideTabs ? HIDE_TABS : 0) |
    (options.hideChartControls ? HIDE_CHART_CONTROLS : 0) |
    (options.showRowLimitWarning ? SHOW_ROW_LIMIT_WARNING : 0);
  const parameters = {
    uiConfig: String(bits),
    chart: options.chart,
    show_filters: options.hideFilters ? 'false' : undefined,
    expand_filters: options.collapseFilters ? 'false' : undefined,
    themeMode: MODES[options.theme ?? ''],
    language: options.language,
    permalink_key: options.permalink,
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') address.searchParams.set(name, value);
  return address;
}
