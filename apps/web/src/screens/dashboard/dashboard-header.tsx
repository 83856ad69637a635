import { EllipsisOutlined } from '@ant-design/icons';
import { dashboardTitle } from '@chartroom/model';
import { DropMenu, loadable } from '@chartroom/ui';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Button, type MenuProps } from 'antd';
import { useRef, useState } from 'react';
import { useFavorites } from '../../api/favorites.ts';
import { bootstrap, may } from '../../base/bootstrap.ts';
import { standaloneOf } from '../../base/standalone.ts';
import { toast } from '../../base/toasts.tsx';
import { useEmailReport } from '../../shared/email-report/use-email-report.tsx';
import { focusAgain } from '../../shared/focus.ts';
import { Star } from '../../shared/star.tsx';
import styles from './dashboard.module.css';
import { DOWNLOAD_DIALOGS, dashboardDownloads } from './dialogs/downloads.ts';
import { mayEdit } from './may-edit.ts';
import { Published } from './published.tsx';
import { shareItems } from './share.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { BackAgain } from './views/back-again.tsx';
import { isRemembered } from './views/viewer-state.ts';
import { ViewsMenu } from './views/views-menu.tsx';

/** Dialogs are fetched when they are wanted. */
const DIALOGS = {
  properties: loadable(async () => (await import('./dialogs/own-properties.tsx')).OwnProperties),
  saveAs: loadable(async () => (await import('./dialogs/save-as-modal.tsx')).SaveAsModal),
  history: loadable(async () => (await import('./history/history-modal.tsx')).HistoryModal),
  refresh: loadable(async () => (await import('./dialogs/refresh-modal.tsx')).RefreshModal),
  slow: loadable(async () => (await import('./slow/slow-panel.tsx')).SlowPanel),
  embed: loadable(async () => (await import('./dialogs/embed-modal.tsx')).EmbedModal),
  ...DOWNLOAD_DIALOGS,
} as const;
type Dialog = keyof typeof DIALOGS;

/** Title, star, state, age and the dashboard's menu. */
export function DashboardHeader() {
  const info = useDashboard((state) => state.dashboard.info);
  const favorites = useFavorites('dashboard', [{ id: info.id }]);
  const [dialog, setDialog] = useState<Dialog>();
  const store = useDashboardStore();
  const menuButton = useRef<HTMLButtonElement>(null);
  // The entry that was pressed is gone when its dialog closes.
  const backToMenu = () => focusAgain(menuButton.current, '.ant-modal, .ant-dropdown');
  const reports = useEmailReport(
    {
      kind: 'dashboard',
      id: info.id,
      name: dashboardTitle(info),
      shown: () => {
        const { applied, activeTabs } = store.getState();
        return { dataMask: applied, activeTabs: [...activeTabs] };
      },
    },
    backToMenu,
  );
  const menu = useMenu(setDialog, reports.items);
  const Open = dialog && DIALOGS[dialog];
  return (
    <header className={styles.header}>
      <h1 title={dashboardTitle(info)}>{dashboardTitle(info)}</h1>
      <Star kind="dashboard" id={info.id} starred={favorites.data?.has(info.id) ?? false} />
      <Published />
      <span className={styles.meta}>
        Modified {info.changed_on_delta_humanized}
        {info.changed_by_name && ` by ${info.changed_by_name}`}
      </span>
      <BackAgain />
      {isRemembered() && <ViewsMenu />}
      {mayEdit(info) && <EditButton />}
      <DropMenu trigger={['click']} menu={menu} placement="bottomRight">
        <Button ref={menuButton} icon={<EllipsisOutlined aria-hidden />} aria-label="Menu actions trigger" />
      </DropMenu>
      {Open && (
        <Open
          onClose={() => {
            setDialog(undefined);
            backToMenu();
          }}
        />
      )}
      {reports.dialogs}
    </header>
  );
}

/** Opens the dashboard for editing, by its address. */
function EditButton() {
  const location = useLocation();
  const navigate = useNavigate();
  const edit = () => {
    const search = new URLSearchParams(window.location.search);
    search.set('edit', 'true');
    void navigate({ to: location.pathname, search: Object.fromEntries(search) });
  };
  return <Button onClick={edit}>Edit dashboard</Button>;
}

function useMenu(open: (dialog: Dialog) => void, reports: NonNullable<MenuProps['items']>): MenuProps {
  const store = useDashboardStore();
  const { refresh } = store.getState();
  const info = useDashboard((state) => state.dashboard.info);
  const location = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(location.searchStr);
  const full = standaloneOf(search) === 1;
  const items: MenuProps['items'] = [
    {
      key: 'refresh',
      label: 'Refresh dashboard',
      onClick: () => {
        toast.info('Refreshing charts');
        void refresh('all', true);
      },
    },
    {
      key: 'fullscreen',
      label: full ? 'Exit fullscreen' : 'Enter fullscreen',
      onClick: () => {
        if (full) search.delete('standalone');
        else search.set('standalone', '1');
        void navigate({ to: location.pathname, search: Object.fromEntries(search) });
      },
    },
    { key: 'refresh_interval', label: 'Set auto-refresh interval', onClick: () => open('refresh') },
    { key: 'slow', label: 'Why is it slow?', onClick: () => open('slow') },
    { type: 'divider' },
    ...(mayEdit(info)
      ? [
          { key: 'properties', label: 'Edit properties', onClick: () => open('properties') },
          { key: 'history', label: 'Version history', onClick: () => open('history') },
        ]
      : []),
    ...(may('can_write', 'Dashboard')
      ? [{ key: 'save_as', label: 'Save as', onClick: () => open('saveAs') }]
      : []),
    { key: 'download', label: 'Download', children: dashboardDownloads(open) },
    {
      key: 'share',
      label: 'Share',
      children: shareItems(store, dashboardTitle(info)),
    },
    ...(bootstrap.conf.EMBEDDED_SUPERSET === true && may('can_set_embedded', 'Dashboard')
      ? [{ key: 'embed', label: 'Embed dashboard', onClick: () => open('embed') }]
      : []),
    ...reports,
  ];
  return { items };
}
