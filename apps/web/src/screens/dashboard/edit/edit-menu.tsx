import { EllipsisOutlined } from '@ant-design/icons';
import { dashboardTitle, filterMappings } from '@chartroom/model';
import { DropMenu, loadable } from '@chartroom/ui';
import { Button, type MenuProps } from 'antd';
import { useState } from 'react';
import { may } from '../../../base/bootstrap.ts';
import { DOWNLOAD_DIALOGS, dashboardDownloads } from '../dialogs/downloads.ts';
import { shareItems } from '../share.ts';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';

const DIALOGS = {
  properties: loadable(async () => (await import('../dialogs/held-properties-modal.tsx')).HeldProperties),
  look: loadable(async () => (await import('../dialogs/theme-and-css.tsx')).ThemeAndCss),
  mapping: loadable(async () => (await import('../dialogs/filter-mapping-modal.tsx')).FilterMappingModal),
  refresh: loadable(async () => (await import('../dialogs/refresh-modal.tsx')).RefreshModal),
  ...DOWNLOAD_DIALOGS,
} as const;
const SaveAs = loadable(async () => (await import('../dialogs/save-as-modal.tsx')).SaveAsModal);
type Dialog = keyof typeof DIALOGS | 'saveAs';

/** What can be done with a dashboard while it is being built (contract/ui.md B6). */
export function EditMenu({ save }: { save: () => Promise<void> }) {
  const store = useDashboardStore();
  const title = useDashboard((state) => dashboardTitle(state.dashboard.info));
  const hasMappings = useDashboard((state) => filterMappings(state.dashboard.metadata).length > 0);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const Open = dialog && dialog !== 'saveAs' ? DIALOGS[dialog] : undefined;
  const items: MenuProps['items'] = [
    { key: 'properties', label: 'Edit properties', onClick: () => setDialog('properties') },
    { key: 'look', label: 'Theme & CSS', onClick: () => setDialog('look') },
    { type: 'divider' },
    ...(may('can_write', 'Dashboard')
      ? [{ key: 'save_as', label: 'Save as', onClick: () => setDialog('saveAs') }]
      : []),
    { key: 'download', label: 'Download', children: dashboardDownloads(setDialog) },
    { key: 'share', label: 'Share', children: shareItems(store, title) },
    { type: 'divider' },
    ...(hasMappings
      ? [{ key: 'filter_mapping', label: 'Set filter mapping', onClick: () => setDialog('mapping') }]
      : []),
    { key: 'refresh_interval', label: 'Set auto-refresh interval', onClick: () => setDialog('refresh') },
  ];
  return (
    <>
      <DropMenu trigger={['click']} menu={{ items }} placement="bottomRight">
        <Button icon={<EllipsisOutlined aria-hidden />} aria-label="Menu actions trigger" />
      </DropMenu>
      {Open && <Open onClose={close} />}
      {dialog === 'saveAs' && <SaveAs overwrite={save} onClose={close} />}
    </>
  );
}
