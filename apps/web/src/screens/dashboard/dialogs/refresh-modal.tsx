import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import { bootstrap } from '../../../base/bootstrap.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { holdSettings } from '../store/held-properties.ts';
import { CUSTOM, INTERVALS, limitWarning } from './refresh-choices.ts';

/**
 * 'Set auto-refresh interval': how often the charts are asked again while the dashboard is open; for everybody, with Save,
 * where it is being built.
 */
export function RefreshModal({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  const present = useDashboard((state) => state.refreshEvery);
  const isEditing = useDashboard((state) => state.editing !== undefined);
  const isListed = INTERVALS.some(({ value }) => value === present);
  const [chosen, setChosen] = useState(isListed ? present : CUSTOM);
  const [custom, setCustom] = useState(isListed ? 0 : present);
  const seconds = chosen === CUSTOM ? custom : chosen;
  const warning = limitWarning(seconds, bootstrap.conf);
  const part = (label: string, size: number, most: number) => (
    <InputNumber
      aria-label={label}
      suffix={label.toLowerCase()}
      min={0}
      max={most}
      precision={0}
      value={Math.floor(custom / size) % (most + 1)}
      onChange={(value) => {
        const old = Math.floor(custom / size) % (most + 1);
        setCustom(custom + ((value ?? 0) - old) * size);
      }}
    />
  );
  return (
    <Dialog
      title="Refresh interval"
      okText={isEditing ? 'Save' : 'Save for this session'}
      okButtonProps={{ disabled: chosen === CUSTOM && custom <= 0 }}
      onOk={() => {
        store.setState({ refreshEvery: seconds });
        if (isEditing) holdSettings(store, { refresh_frequency: seconds });
        onClose();
      }}
      onCancel={onClose}
    >
      <label htmlFor="refresh-interval">Refresh frequency</label>
      <Select
        id="refresh-interval"
        style={{ width: '100%' }}
        listHeight={400}
        value={chosen}
        options={[...INTERVALS]}
        onChange={setChosen}
      />
      {chosen === CUSTOM && (
        <div style={{ display: 'flex', gap: 8, marginTop: 12 }}>
          {part('Hours', 3_600, 999)}
          {part('Minutes', 60, 59)}
          {part('Seconds', 1, 59)}
        </div>
      )}
      {isEditing && <p>For everybody, once the dashboard is saved.</p>}
      {warning !== undefined && (
        <p role="alert" style={{ color: 'var(--cr-warning)', marginBottom: 0 }}>
          {warning}
        </p>
      )}
    </Dialog>
  );
}
