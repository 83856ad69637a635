import { EllipsisOutlined } from '@ant-design/icons';
import { dashboardTitle } from '@chartroom/model';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Button, Dropdown, type MenuProps, Tag } from 'antd';
import { useFavorites } from '../../api/favorites.ts';
import { saveVersion } from '../../api/versions.ts';
import { standaloneOf } from '../../base/standalone.ts';
import { toast } from '../../base/toasts.tsx';
import { Star } from '../../shared/star.tsx';
import { copyLink } from './chart-menu.tsx';
import styles from './dashboard.module.css';
import { mayEdit } from './may-edit.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';

/** Title, star, state, age and the dashboard's menu. */
export function DashboardHeader() {
  const info = useDashboard((state) => state.dashboard.info);
  const favorites = useFavorites('dashboard', [{ id: info.id }]);
  const menu = useMenu();
  return (
    <header className={styles.header}>
      <h1 title={dashboardTitle(info)}>{dashboardTitle(info)}</h1>
      <Star kind="dashboard" id={info.id} starred={favorites.data?.has(info.id) ?? false} />
      <Published />
      <span className={styles.meta}>
        Modified {info.changed_on_delta_humanized}
        {info.changed_by_name && ` by ${info.changed_by_name}`}
      </span>
      {mayEdit(info) && <EditButton />}
      <Dropdown trigger={['click']} menu={menu} placement="bottomRight">
        <Button icon={<EllipsisOutlined aria-hidden />} aria-label="Menu actions trigger" />
      </Dropdown>
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

/** Published or Draft; who may edit toggles it with a click. */
function Published() {
  const info = useDashboard((state) => state.dashboard.info);
  const { id, published } = info;
  const { setPublished } = useDashboardStore().getState();
  const editor = mayEdit(info);
  if (published && !editor) return null;
  const toggle = async () => {
    try {
      setPublished(!published, await saveVersion('dashboard', id, { published: !published }, null));
      toast.success(published ? 'This dashboard is now hidden' : 'This dashboard is now published');
    } catch {
      toast.error('You do not have permissions to edit this dashboard.');
    }
  };
  const tag = <Tag color={published ? 'green' : 'default'}>{published ? 'Published' : 'Draft'}</Tag>;
  if (!editor) return tag;
  return (
    <button
      type="button"
      className={styles.plain}
      aria-label={published ? 'Published, hide this dashboard' : 'Draft, publish this dashboard'}
      onClick={() => void toggle()}
    >
      {tag}
    </button>
  );
}

function useMenu(): MenuProps {
  const store = useDashboardStore();
  const { refresh } = store.getState();
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
    { type: 'divider' },
    {
      key: 'share',
      label: 'Share',
      children: [
        { key: 'link', label: 'Copy permalink to clipboard', onClick: () => void copyLink(store.getState()) },
      ],
    },
  ];
  return { items };
}
