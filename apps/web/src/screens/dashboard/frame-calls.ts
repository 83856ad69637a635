import { dashboardLink } from '../../api/dashboards.ts';
import { GIVEN_MODES, givenTheme, memberOf } from '../../base/given-theme.ts';
import { useThemeMode } from '../../base/theme-mode.ts';
import type { DashboardStore } from './store/dashboard-store.ts';

/** What the page around a framed dashboard may ask and want; `open` gives the dashboard once it is there. */
export const frameCalls = (open: () => DashboardStore | undefined) => ({
  getScrollSize: () => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }),
  getActiveTabs: () => [...(open()?.getState().activeTabs ?? [])],
  getDataMask: () => open()?.getState().applied ?? {},
  getDashboardPermalink: (args: unknown) => {
    const state = open()?.getState();
    if (!state) throw new Error('the dashboard is not open yet');
    const { dashboard, applied, activeTabs } = state;
    const anchor = memberOf(args, 'anchor');
    const link = {
      dataMask: applied,
      activeTabs: [...activeTabs],
      ...(typeof anchor === 'string' && anchor !== '' && { anchor }),
    };
    return dashboardLink(dashboard.info.id, link);
  },
  setThemeConfig: (args: unknown) => {
    const given = givenTheme(memberOf(args, 'themeConfig'));
    if (!given)
      throw new Error('themeConfig has to be a theme, or an object with theme_default and theme_dark');
    useThemeMode.getState().wear({ given });
  },
  setThemeMode: (args: unknown) => {
    const mode = GIVEN_MODES[String(memberOf(args, 'mode'))];
    if (!mode) throw new Error(`mode has to be one of ${Object.keys(GIVEN_MODES).join(', ')}`);
    useThemeMode.getState().wear({ mode });
  },
});
