import { EmptyState } from '@chartroom/ui';
import { Modal, Tabs } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { AnswerGrid } from '../../../shared/chart/answer-grid.tsx';
import { CellRows, cellsOf } from '../../../shared/chart/cell-rows.tsx';
import type { TileState } from '../store/chart-answers.ts';
import { useDashboard } from '../store/dashboard-context.ts';

interface ResultsModalProps {
  name: string;
  tile: TileState | undefined;
  onClose: () => void;
}

const NO_DATASET = { columns: [], verbose_map: {} };
const ROOM = { height: 'min(560px, 60vh)' };

/** 'View as table': the rows that a chart was drawn from. */
export function ResultsModal({ name, tile, onClose }: ResultsModalProps) {
  const uid = tile?.form.datasource;
  const dataset = useDashboard((state) => state.dashboard.datasets.find((each) => each.uid === uid));
  const cells = useMemo(
    () => (tile?.type ? cellsOf(tile.type, tile.form, tile.results, dataset ?? NO_DATASET) : undefined),
    [tile, dataset],
  );
  const grids = (tile?.results ?? []).map((answer, at) => ({
    key: String(at),
    label: at === 0 ? 'Results' : `Results ${at + 1}`,
    children: (
      <div style={ROOM}>
        <AnswerGrid answer={answer} empty="No results were returned for this query" dataset={uid} />
      </div>
    ),
  }));
  return (
    <Modal open title={`Chart data: ${name}`} footer={null} width={900} onCancel={onClose}>
      {cells && tile?.type ? (
        <div style={ROOM}>
          <CellRows type={tile.type} cells={cells} dataset={tile.form.datasource} isForced={tile.isForced} />
        </div>
      ) : (
        <Grids grids={grids} />
      )}
    </Modal>
  );
}

function Grids({ grids }: { grids: { key: string; label: string; children: ReactNode }[] }) {
  if (grids.length > 1) return <Tabs items={grids} />;
  return (
    grids[0]?.children ?? <EmptyState title="No results were returned for this query" description={null} />
  );
}
