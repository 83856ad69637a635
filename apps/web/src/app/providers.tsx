import { AskAgainContext, HintLayer, pageColors, publishTokens, themeConfig } from '@chartroom/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider, theme } from 'antd';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { queryClient } from '../api/query-client.ts';
import { styleNonce } from '../base/bootstrap.ts';
import { DrawThemeContext } from '../base/draw-theme.ts';
import { useDark, useStrong, useThemeMode, wornTheme } from '../base/theme-mode.ts';
import { ToastBridge } from '../base/toasts.tsx';

/** Everything that stands around every screen: theme, toasts, server state. */
export function Providers({ children }: { children: ReactNode }) {
  const asked = useDark();
  const local = useThemeMode((state) => state.local);
  const given = useThemeMode((state) => state.given);
  const { document, dark } = useMemo(() => wornTheme({ local, given }, asked), [local, given, asked]);
  const isStrong = useStrong();
  const config = useMemo(() => themeConfig(dark, document, isStrong), [dark, document, isStrong]);
  const nonce = styleNonce();
  return (
    <ConfigProvider theme={config} {...(nonce ? { csp: { nonce } } : {})}>
      <App message={{ maxCount: 4 }}>
        <QueryClientProvider client={queryClient}>
          <ToastBridge />
          <HintLayer />
          <AskAgainContext value={askAgain}>
            <PageTheme dark={dark} isStrong={isStrong}>
              {children}
            </PageTheme>
          </AskAgainContext>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}

/** Asks again what is in sight and has failed. */
function askAgain(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

interface PageThemeProps {
  dark: boolean;
  isStrong: boolean;
  children: ReactNode;
}

function PageTheme({ dark, isStrong, children }: PageThemeProps) {
  const { token } = theme.useToken();
  useLayoutEffect(() => publishTokens(token, dark), [token, dark]);
  const colors = useMemo(() => pageColors(token, dark, isStrong), [token, dark, isStrong]);
  return <DrawThemeContext value={colors}>{children}</DrawThemeContext>;
}
