import { EmptyState } from '@chartroom/ui';
import { Skeleton } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { setGuestToken } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { useFormats } from '../../base/formats.ts';
import { type FrameLine, openLine } from '../../base/frame-line.ts';
import { GIVEN_MODES, memberOf } from '../../base/given-theme.ts';
import { useThemeMode } from '../../base/theme-mode.ts';
import styles from './dashboard.module.css';
import { DashboardPage } from './dashboard-screen.tsx';
import { frameCalls } from './framed/frame-calls.ts';
import { framedBoard } from './framed/framed-board.ts';
import { tellPage, tellRefusal } from './framed/tell-page.ts';
import type { DashboardStore } from './store/dashboard-store.ts';

/** `/embedded/{uuid}`: a dashboard, or one chart of it, in a frame of another site's page, which brings the guest's token. */
export function EmbeddedScreen() {
  const [line, setLine] = useState<FrameLine>();
  const [entered, setEntered] = useState(false);
  const [store, setStore] = useState<DashboardStore>();
  const [board] = useState(framedBoard);
  useEffect(() => {
    if (bootstrap.embedded) wearAddress();
  }, []);
  useEffect(() => {
    if (bootstrap.embedded)
      void openLine({ ...frameCalls(board), guestToken: take(() => setEntered(true)) }).then(setLine);
  }, [board]);
  const open = useCallback(
    (opened: DashboardStore) => {
      board.open(opened);
      setStore(opened);
    },
    [board],
  );
  const refuse = useCallback((error: unknown) => line && tellRefusal(line, error), [line]);
  useEffect(() => (line && store ? tellPage(line, store) : undefined), [line, store]);
  if (!bootstrap.embedded || window.parent === window) {
    return (
      <EmptyState
        size="large"
        title="This page is intended to be embedded in an iframe, but it looks like that is not the case."
        description={null}
      />
    );
  }
  if (!entered) return <Skeleton className={styles.skeleton} active paragraph={{ rows: 14 }} />;
  const { dashboard_id } = bootstrap.embedded;
  return <DashboardPage idOrSlug={String(dashboard_id)} framed onOpen={open} onRefused={refuse} />;
}

/** The lighting and the language that the address names. */
function wearAddress(): void {
  const search = new URLSearchParams(window.location.search);
  const mode = GIVEN_MODES[search.get('themeMode') ?? ''];
  if (mode) useThemeMode.getState().wear({ mode });
  const language = search.get('language');
  if (language !== null) useFormats.getState().wear(language);
}

/** Takes the first token, and each that comes before the last one ends; what the last one did not open is asked for again. */
function take(onToken: () => void) {
  return (args: unknown): void => {
    const token = memberOf(args, 'guestToken');
    if (typeof token !== 'string') throw new Error('guestToken has to be a text');
    setGuestToken(token);
    onToken();
    void queryClient.refetchQueries({
      queryKey: ['dashboard', 'open'],
      predicate: ({ state }) => state.status === 'error',
    });
  };
}
