import { pageColors, publishTokens, themeConfig } from '@chartroom/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider, theme } from 'antd';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { styleNonce } from '../base/bootstrap.ts';
import { DrawThemeContext } from '../base/draw-theme.ts';
import { useThemeMode, wornTheme } from '../base/theme-mode.ts';
import { ToastBridge } from '../base/toasts.tsx';

/** Everything that stands around every screen: theme, toasts, server state. */
export function Providers({ children }: { children: ReactNode }) {
  const asked = useDark();
  const local = useThemeMode((state) => state.local);
  const given = useThemeMode((state) => state.given);
  const { document, dark } = useMemo(() => wornTheme({ local, given }, asked), [local, given, asked]);
  const config = useMemo(() => themeConfig(dark, document), [dark, document]);
  const nonce = styleNonce();
  return (
    <ConfigProvider theme={config} {...(nonce ? { csp: { nonce } } : {})}>
      <App message={{ maxCount: 4 }}>
        <QueryClientProvider client={queryClient}>
          <ToastBridge />
          <PageTheme dark={dark}>{children}</PageTheme>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}

function PageTheme({ dark, children }: { dark: boolean; children: ReactNode }) {
  const { token } = theme.useToken();
  useLayoutEffect(() => publishTokens(token, dark), [token, dark]);
  const colors = useMemo(() => pageColors(token, dark), [token, dark]);
  return <DrawThemeContext value={colors}>{children}</DrawThemeContext>;
}

function useDark(): boolean {
  const mode = useThemeMode((state) => state.mode);
  const [system, setSystem] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const change = () => setSystem(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return mode === 'system' ? system : mode === 'dark';
}
