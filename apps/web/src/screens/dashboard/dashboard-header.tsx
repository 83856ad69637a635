import { EllipsisOutlined } from '@ant-design/icons';
import { dashboardTitle } from '@chartroom/model';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Button, Dropdown, type MenuProps, Tag } from 'antd';
import { request } from '../../api/client.ts';
import { useFavorites } from '../../api/favorites.ts';
import { standaloneOf } from '../../base/standalone.ts';
import { toast } from '../../base/toasts.tsx';
import { ownsOrAdmin } from '../../shared/list-view/list-fields.ts';
import { Star } from '../../shared/star.tsx';
import { copyLink } from './chart-menu.tsx';
import styles from './dashboard.module.css';
import { useDashboard } from './dashboard-store.ts';

/** Title, star, state, age and the dashboard's menu. */
export function DashboardHeader() {
  const dashboard = useDashboard((state) => state.dashboard);
  const favorites = useFavorites('dashboard', dashboard ? [{ id: dashboard.info.id }] : []);
  const menu = useMenu();
  if (!dashboard) return null;
  const { info } = dashboard;
  return (
    <header className={styles.header}>
      <h1 title={dashboardTitle(info)}>{dashboardTitle(info)}</h1>
      <Star kind="dashboard" id={info.id} starred={favorites.data?.has(info.id) ?? false} />
      <Published />
      <span className={styles.meta}>
        Modified {info.changed_on_delta_humanized}
        {info.changed_by_name && ` by ${info.changed_by_name}`}
      </span>
      <Dropdown trigger={['click']} menu={menu} placement="bottomRight">
        <Button icon={<EllipsisOutlined aria-hidden />} aria-label="Menu actions trigger" />
      </Dropdown>
    </header>
  );
}

/** Published or Draft; who may edit toggles it with a click. */
function Published() {
  const dashboard = useDashboard((state) => state.dashboard);
  if (!dashboard) return null;
  const { id, published, owners } = dashboard.info;
  const editor = ownsOrAdmin(owners ?? []);
  if (published && !editor) return null;
  const toggle = async () => {
    try {
      await request('PUT', `/api/v1/dashboard/${id}`, { body: { published: !published } });
      useDashboard.setState({
        dashboard: { ...dashboard, info: { ...dashboard.info, published: !published } },
      });
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
  const { refresh } = useDashboard.getState();
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
      children: [{ key: 'link', label: 'Copy permalink to clipboard', onClick: () => void copyLink() }],
    },
  ];
  return { items };
}
