import type { DrawTheme } from '@chartroom/charts';
import type { DashboardItem } from '@chartroom/model';
import { pageColors, publishTokens, readTheme, themeConfig } from '@chartroom/ui';
import { ConfigProvider, theme as design, type ThemeConfig } from 'antd';
import { type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { DrawThemeContext } from '../../base/draw-theme.ts';
import { useStrong } from '../../base/theme-mode.ts';
import styles from './dashboard.module.css';

/** What stands in a dashboard, in the dashboard's own theme where it has one (contract/ui.md H3). */
export function OwnTheme({ theme, children }: { theme: DashboardItem['theme']; children: ReactNode }) {
  const { theme: outer } = useContext(ConfigProvider.ConfigContext);
  const isStrong = useStrong();
  const own = useMemo(() => theme && worn(theme, isStrong), [theme, isStrong]);
  // There is always one, so that nothing begins anew when another is chosen.
  const config = useMemo<ThemeConfig>(() => own?.config ?? { ...outer, inherit: false }, [own, outer]);
  const popups = usePopupPlace();
  return (
    <ConfigProvider theme={config} getPopupContainer={() => popups}>
      <Painted dark={own?.dark} popups={popups}>
        {children}
      </Painted>
    </ConfigProvider>
  );
}

/** Where menus and dialogs of the dashboard stand: outside of it, and in its theme all the same. */
function usePopupPlace(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  return place;
}

interface PaintedProps {
  /** Undefined without a theme of its own: everything has the colours of the page. */
  dark: boolean | undefined;
  popups: HTMLElement;
  children: ReactNode;
}

/** Gives our own style sheets and the drawings the colours of the theme around. */
function Painted({ dark, popups, children }: PaintedProps) {
  const { token } = design.useToken();
  const outer = useContext(DrawThemeContext);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (dark === undefined) return;
    const painted = [popups, ...(element.current ? [element.current] : [])];
    for (const each of painted) publishTokens(token, dark, each);
    return () => {
      for (const each of painted) {
        each.removeAttribute('style');
        delete each.dataset.theme;
      }
    };
  }, [token, dark, popups]);
  const colors = useMemo<DrawTheme | null>(
    () => (dark === undefined ? outer : pageColors(token, dark, outer?.isStrong ?? false)),
    [token, dark, outer],
  );
  return (
    <div ref={element} className={styles.ownTheme} data-own-theme={dark !== undefined}>
      <DrawThemeContext value={colors}>{children}</DrawThemeContext>
    </div>
  );
}

/** A theme as it is worn; undefined for one that cannot be read. */
function worn(
  { id, json_data }: NonNullable<DashboardItem['theme']>,
  isStrong: boolean,
): { config: ThemeConfig; dark: boolean } | undefined {
  let document: unknown;
  try {
    document = JSON.parse(json_data);
  } catch {
    return undefined;
  }
  const own = readTheme(document);
  const dark = own.algorithm?.includes('dark') ?? false;
  const config = themeConfig(dark, own, isStrong);
  return { dark, config: { ...config, inherit: false, cssVar: { prefix: 'ant', key: `own-theme-${id}` } } };
}
