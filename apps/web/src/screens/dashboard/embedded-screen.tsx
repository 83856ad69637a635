import type { DataMasks } from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';
import { Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { setGuestToken } from '../../api/client.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { type FrameLine, openLine } from '../../base/frame-line.ts';
import { GIVEN_MODES, memberOf } from '../../base/given-theme.ts';
import { useThemeMode } from '../../base/theme-mode.ts';
import styles from './dashboard.module.css';
import { DashboardPage } from './dashboard-screen.tsx';
import { frameCalls } from './frame-calls.ts';
import type { DashboardStore } from './store/dashboard-store.ts';
import { hasUiBit } from './ui-config.ts';

/** `/embedded/{uuid}`: a dashboard in a frame of another site's page, which brings the guest's token. */
export function EmbeddedScreen() {
  const [line, setLine] = useState<FrameLine>();
  const [entered, setEntered] = useState(false);
  const [store, setStore] = useState<DashboardStore>();
  const open = useRef<DashboardStore>(undefined);
  open.current = store;
  useEffect(() => {
    const mode = GIVEN_MODES[new URLSearchParams(window.location.search).get('themeMode') ?? ''];
    if (bootstrap.embedded && mode) useThemeMode.getState().wear({ mode });
  }, []);
  useEffect(() => {
    if (bootstrap.embedded)
      void openLine({ ...frameCalls(() => open.current), guestToken: take(() => setEntered(true)) }).then(
        setLine,
      );
  }, []);
  useEffect(
    () => (line && store && hasUiBit('emitDataMasks') ? tellFilters(line, store) : undefined),
    [line, store],
  );
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
  return <DashboardPage idOrSlug={String(bootstrap.embedded.dashboard_id)} framed onOpen={setStore} />;
}

/** Takes the first token, and each that comes before the last one ends. */
function take(onToken: () => void) {
  return (args: unknown): void => {
    const token = memberOf(args, 'guestToken');
    if (typeof token !== 'string') return;
    setGuestToken(token);
    onToken();
  };
}

/** Tells the page around of every change of the filters in force. */
function tellFilters(line: FrameLine, store: DashboardStore): () => void {
  return store.subscribe(({ applied }, { applied: before }) => {
    if (applied === before) return;
    const changed = changedKeys(before, applied);
    line.tell('observeDataMask', {
      ...applied,
      crossFiltersChanged: changed.some((key) => /^\d+$/.test(key)),
      nativeFiltersChanged: changed.some((key) => !/^\d+$/.test(key)),
    });
  });
}

function changedKeys(before: DataMasks, after: DataMasks): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => before[key] !== after[key],
  );
}
