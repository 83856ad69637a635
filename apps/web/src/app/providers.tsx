import type { DrawTheme } from '@chartroom/charts';
import { pageColors, publishTokens, themeConfig } from '@chartroom/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider, theme } from 'antd';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { ApiError } from '../api/client.ts';
import { styleNonce } from './bootstrap.ts';
import { useThemeMode, wornTheme } from './theme-mode.ts';
import { ToastBridge } from './toasts.tsx';

/** Server state of the whole application; a refused request is not asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && error instanceof ApiError && error.status === 0,
    },
  },
});

const DrawThemeContext = createContext<DrawTheme | null>(null);

/** Colours that drawings take from the page. */
export function useDrawTheme(): DrawTheme {
  const colors = useContext(DrawThemeContext);
  if (!colors) throw new Error('useDrawTheme needs the application around it');
  return colors;
}

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
