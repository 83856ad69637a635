import { SettingOutlined } from '@ant-design/icons';
import type { DashboardMetadata } from '@chartroom/model';
import { DropMenu, loadable } from '@chartroom/ui';
import { Button, type MenuProps } from 'antd';
import { useState } from 'react';
import { toast } from '../../base/toasts.tsx';
import { ConfigureFilters } from './filter-config/configure-filters.tsx';
import { rememberSaved } from './open-dashboard.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { saveSettings, settingsProblem } from './store/settings.ts';

const ScopingModal = loadable(async () => (await import('./drill/scoping-modal.tsx')).ScopingModal);

/** What editors may do with the filter bar (contract/ui.md C7). */
export function FilterBarMenu() {
  const store = useDashboardStore();
  const metadata = useDashboard((state) => state.dashboard.metadata);
  const [configuring, setConfiguring] = useState(false);
  const [scoping, setScoping] = useState(false);
  const isCrossing = metadata.cross_filters_enabled !== false;
  const isRemembering = metadata.remember_viewer_state !== false;
  const onMainTime = metadata.time_filters_on_main_dttm === true;
  const orientation = metadata.filter_bar_orientation ?? 'VERTICAL';
  const change = async (settings: Partial<DashboardMetadata>) => {
    try {
      await saveSettings(store, settings);
      rememberSaved(store);
      if (settings.cross_filters_enabled === false) store.getState().clearMarks();
      if ('time_filters_on_main_dttm' in settings) {
        store.setState({ tiles: {} });
        void store.getState().refresh('all', false);
      }
    } catch (error) {
      toast.error(settingsProblem(error));
    }
  };
  const items: MenuProps['items'] = [
    { key: 'configure', label: 'Add or edit filters', onClick: () => setConfiguring(true) },
    {
      key: 'crossing',
      label: isCrossing ? 'Disable cross-filtering' : 'Enable cross-filtering',
      onClick: () => void change({ cross_filters_enabled: !isCrossing }),
    },
    { key: 'scoping', label: 'Cross-filtering scoping', onClick: () => setScoping(true) },
    {
      key: 'remembering',
      label: isRemembering ? 'Begin afresh at every visit' : 'Remember each viewer’s filters',
      onClick: () => void change({ remember_viewer_state: !isRemembering }),
    },
    {
      key: 'mainTime',
      label: `${onMainTime ? 'Do not apply' : 'Apply'} time filters to the dataset's main time column`,
      onClick: () => void change({ time_filters_on_main_dttm: !onMainTime }),
    },
    {
      key: 'orientation',
      label: 'Orientation of filter bar',
      children: [
        { key: 'VERTICAL', label: 'Vertical (Left)' },
        { key: 'HORIZONTAL', label: 'Horizontal (Top)' },
      ].map((each) => ({
        ...each,
        disabled: each.key === orientation,
        onClick: () =>
          void change({ filter_bar_orientation: each.key === 'HORIZONTAL' ? 'HORIZONTAL' : 'VERTICAL' }),
      })),
    },
  ];
  return (
    <>
      <DropMenu trigger={['click']} menu={{ items }}>
        <Button
          type="text"
          size="small"
          icon={<SettingOutlined aria-hidden />}
          aria-label="Filter bar settings"
        />
      </DropMenu>
      {configuring && <ConfigureFilters onClose={() => setConfiguring(false)} />}
      {scoping && <ScopingModal onClose={() => setScoping(false)} />}
    </>
  );
}
