import { copyText } from '@chartroom/ui';
import type { MenuProps } from 'antd';
import { errorText } from '../../api/client.ts';
import { dashboardLink } from '../../api/dashboards.ts';
import { toast } from '../../base/toasts.tsx';
import type { DashboardState, DashboardStore } from './store/dashboard-store.ts';

/**
 * The entries of a menu that hand on a link to the dashboard as it stands; `name` is what is shared, and `anchor` the
 * component with a chart that the link leads to.
 */
export function shareItems(
  store: DashboardStore,
  name: string,
  anchor?: string,
): NonNullable<MenuProps['items']> {
  return [
    {
      key: 'copy_link',
      label: 'Copy permalink to clipboard',
      onClick: () =>
        void share(store, anchor, async (link) => {
          await copyText(link);
          toast.success('Permalink copied to clipboard');
        }),
    },
    {
      key: 'share_by_email',
      label: 'Share permalink by email',
      onClick: () =>
        void share(store, anchor, (link) => {
          const body = `Check out this ${anchor === undefined ? 'dashboard' : 'chart'}: ${link}`;
          window.location.href = `mailto:?Subject=${encodeURIComponent(name)}&Body=${encodeURIComponent(body)}`;
        }),
    },
  ];
}

async function share(
  store: DashboardStore,
  anchor: string | undefined,
  use: (link: string) => void | Promise<void>,
): Promise<void> {
  try {
    await use(await linkTo(store.getState(), anchor));
  } catch (error) {
    toast.error(errorText(error));
  }
}

function linkTo(
  { dashboard, applied, activeTabs }: DashboardState,
  anchor: string | undefined,
): Promise<string> {
  const state = { dataMask: applied, activeTabs: [...activeTabs], ...(anchor !== undefined && { anchor }) };
  return dashboardLink(dashboard.info.id, state);
}
