import { copyText } from '@chartroom/ui';
import type { MenuProps } from 'antd';
import { errorText } from '../../api/client.ts';
import { dashboardLink } from '../../api/dashboards.ts';
import { toast } from '../../base/toasts.tsx';
import type { DashboardState, DashboardStore } from './store/dashboard-store.ts';

/** The entries of a menu that hand on a link to the dashboard as it stands; `name` is what is shared. */
export function shareItems(store: DashboardStore, name: string): NonNullable<MenuProps['items']> {
  return [
    {
      key: 'copy_link',
      label: 'Copy permalink to clipboard',
      onClick: () =>
        void share(store, async (link) => {
          await copyText(link);
          toast.success('Permalink copied to clipboard');
        }),
    },
    {
      key: 'share_by_email',
      label: 'Share permalink by email',
      onClick: () =>
        void share(store, (link) => {
          const body = `Check out this dashboard: ${link}`;
          window.location.href = `mailto:?Subject=${encodeURIComponent(name)}&Body=${encodeURIComponent(body)}`;
        }),
    },
  ];
}

async function share(store: DashboardStore, use: (link: string) => void | Promise<void>): Promise<void> {
  try {
    await use(await linkTo(store.getState()));
  } catch (error) {
    toast.error(errorText(error));
  }
}

function linkTo({ dashboard, applied, activeTabs }: DashboardState): Promise<string> {
  return dashboardLink(dashboard.info.id, { dataMask: applied, activeTabs: [...activeTabs] });
}
