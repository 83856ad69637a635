import { EyeOutlined } from '@ant-design/icons';
import { dashboardViewsApi, type NamedView } from '@chartroom/model';
import { copyText, DropMenu, loadable } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, type MenuProps, Skeleton } from 'antd';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { toast } from '../../../base/toasts.tsx';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { AFRESH, showState, viewLink, viewStateOf } from './viewer-state.ts';

const SaveViewModal = loadable(async () => (await import('./save-view-modal.tsx')).SaveViewModal);

/** 'My views': filters and tabs under a name, of one's own and of others who share theirs. */
export function ViewsMenu() {
  const store = useDashboardStore();
  const { id } = useDashboard((state) => state.dashboard.info);
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const views = useViews(id, open);
  const items = [
    ...viewItems(views.data?.result ?? [], (view) => showState(store, view.state)),
    { type: 'divider' as const },
    { key: 'save', label: 'Save as a view', onClick: () => setSaving(true) },
    { key: 'afresh', label: 'Start afresh', onClick: () => showState(store, AFRESH) },
  ];
  return (
    <>
      <DropMenu
        trigger={['click']}
        open={open}
        onOpenChange={setOpen}
        menu={{ items }}
        placement="bottomRight"
        popupRender={(menu) => (views.isPending ? <Skeleton active paragraph={{ rows: 2 }} /> : menu)}
      >
        <Button icon={<EyeOutlined aria-hidden />} aria-label="My views" title="My views" />
      </DropMenu>
      {saving && <SaveViewModal state={viewStateOf(store.getState())} onClose={() => setSaving(false)} />}
    </>
  );
}

function useViews(id: number, enabled: boolean) {
  return useQuery({
    queryKey: ['dashboard-views', id],
    queryFn: ({ signal }) => api(dashboardViewsApi.list, { params: { pk: id }, signal }),
    enabled,
    staleTime: 0,
  });
}

/** Entries of the menu: a view each, and what can be done with one's own. */
function viewItems(
  views: readonly NamedView[],
  show: (view: NamedView) => void,
): NonNullable<MenuProps['items']> {
  if (views.length === 0) return [{ key: 'none', label: 'No views are saved yet', disabled: true }];
  return views.map((view) => ({
    key: String(view.id),
    label: view.is_own ? view.name : `${view.name} (${view.owner})`,
    children: [
      { key: `${view.id} show`, label: 'Show', onClick: () => show(view) },
      ...(view.is_shared
        ? [
            {
              key: `${view.id} link`,
              label: 'Copy link',
              onClick: () =>
                void tried(async () => {
                  await copyText(viewLink(view));
                  toast.success('Link copied to clipboard');
                }),
            },
          ]
        : []),
      ...(view.is_own
        ? [
            {
              key: `${view.id} share`,
              label: view.is_shared ? 'Share no longer' : 'Share with everybody',
              onClick: () => void change(view, { is_shared: !view.is_shared }),
            },
            { key: `${view.id} delete`, label: 'Delete', danger: true, onClick: () => void remove(view) },
          ]
        : []),
    ],
  }));
}

/** The dashboard of the address, by which the views are asked. */
function ownDashboard(): string {
  return decodeURIComponent(/\/dashboard\/([^/]+)/.exec(window.location.pathname)?.[1] ?? '');
}

async function change(view: NamedView, body: { is_shared: boolean }): Promise<void> {
  await tried(async () => {
    await api(dashboardViewsApi.update, { params: { pk: ownDashboard(), view: view.id }, body });
    toast.success(body.is_shared ? `“${view.name}” is shared now` : `“${view.name}” is yours alone now`);
  });
}

async function remove(view: NamedView): Promise<void> {
  await tried(async () => {
    await api(dashboardViewsApi.remove, { params: { pk: ownDashboard(), view: view.id } });
    toast.success(`Deleted: ${view.name}`);
  });
}

async function tried(act: () => Promise<void>): Promise<void> {
  try {
    await act();
    await queryClient.invalidateQueries({ queryKey: ['dashboard-views'] });
  } catch (error) {
    toast.error(errorText(error));
  }
}
