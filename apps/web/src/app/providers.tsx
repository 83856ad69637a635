import { AskAgainContext, HintLayer, pageColors, publishTokens, themeConfig } from '@chartroom/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider, theme } from 'antd';
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
      <QueryClientProvider client={queryClient}>
        <PageTheme dark={dark} isStrong={isStrong}>
          <ToastBridge />
          <HintLayer />
          <AskAgainContext value={askAgain}>{children}</AskAgainContext>
        </PageTheme>
      </QueryClientProvider>
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
  const { colorText: color, fontFamily, fontSize, lineHeight } = token;
  const colors = useMemo(() => pageColors(token, dark, isStrong), [token, dark, isStrong]);
  return (
    <div style={{ height: '100%', color, fontFamily, fontSize, lineHeight }}>
      <DrawThemeContext value={colors}>{children}</DrawThemeContext>
    </div>
  );
}
