import type { ChartDataResult } from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';
import { Modal, Tabs } from 'antd';
import { AnswerGrid } from '../../../shared/chart/answer-grid.tsx';

/** 'View as table': the rows that a chart was drawn from. */
export function ResultsModal({
  name,
  results,
  onClose,
}: {
  name: string;
  results: readonly ChartDataResult[];
  onClose: () => void;
}) {
  const grids = results.map((answer, at) => ({
    key: String(at),
    label: at === 0 ? 'Results' : `Results ${at + 1}`,
    children: (
      <div style={{ height: 'min(560px, 60vh)' }}>
        <AnswerGrid answer={answer} empty="No results were returned for this query" />
      </div>
    ),
  }));
  return (
    <Modal open title={`Chart data: ${name}`} footer={null} width={900} onCancel={onClose}>
      {grids.length > 1 && <Tabs items={grids} />}
      {grids.length === 1 && grids[0]?.children}
      {grids.length === 0 && (
        <EmptyState title="No results were returned for this query" description={null} />
      )}
    </Modal>
  );
}
