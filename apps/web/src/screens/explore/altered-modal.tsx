import { controlsOf, panelOf } from '@chartroom/charts';
import { Table } from 'antd';
import { Dialog } from '../../shared/dialog.tsx';
import { alteredControls, useExplore } from './explore-store.ts';
import { saidValue } from './said-value.ts';

/** In what the form differs from what was saved. */
export function AlteredModal({ onClose }: { onClose: () => void }) {
  const state = useExplore();
  const controls = state.type ? controlsOf(panelOf(state.type)) : [];
  const byName = new Map(controls.map((control) => [control.name, control]));
  const said = (name: string, value: unknown) => saidValue(value, byName.get(name), state);
  return (
    <Dialog title="Chart changes" footer={null} onCancel={onClose} width={640}>
      <Table
        size="small"
        pagination={false}
        rowKey="name"
        dataSource={alteredControls(state)}
        columns={[
          { title: 'Control', render: (_value, row) => byName.get(row.name)?.label || row.name },
          { title: 'Before', render: (_value, row) => said(row.name, row.before) },
          { title: 'After', render: (_value, row) => said(row.name, row.after) },
        ]}
      />
    </Dialog>
  );
}
