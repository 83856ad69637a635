import type { ChartType, DrawDatasource } from '@chartroom/charts';
import type { ChartDataResult, ChartFormData } from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';
import { Tabs } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { Dialog } from '../dialog.tsx';
import { AnswerGrid } from './answer-grid.tsx';
import { CellRows, cellsOf } from './cell-rows.tsx';

export interface ResultsModalProps {
  name: string;
  type: ChartType;
  form: ChartFormData;
  results: readonly ChartDataResult[];
  datasource: Pick<DrawDatasource, 'columns' | 'verbose_map'>;
  /** Whether kept answers were not wanted when it was asked. */
  isForced?: boolean | undefined;
  onClose: () => void;
}

const ROOM = { height: 'min(560px, 60vh)' };

/** 'View as table': the rows that a chart was drawn from. */
export function ResultsModal(props: ResultsModalProps) {
  const { name, type, form, results, datasource, isForced, onClose } = props;
  const cells = useMemo(() => cellsOf(type, form, results, datasource), [type, form, results, datasource]);
  const grids = results.map((answer, at) => ({
    key: String(at),
    label: at === 0 ? 'Results' : `Results ${at + 1}`,
    children: (
      <div style={ROOM}>
        <AnswerGrid
          answer={answer}
          empty="No results were returned for this query"
          dataset={form.datasource}
        />
      </div>
    ),
  }));
  return (
    <Dialog title={`Chart data: ${name}`} footer={null} width={900} onCancel={onClose}>
      {cells ? (
        <div style={ROOM}>
          <CellRows type={type} cells={cells} dataset={form.datasource} isForced={isForced} />
        </div>
      ) : (
        <Grids grids={grids} />
      )}
    </Dialog>
  );
}

function Grids({ grids }: { grids: { key: string; label: string; children: ReactNode }[] }) {
  if (grids.length > 1) return <Tabs items={grids} />;
  return (
    grids[0]?.children ?? <EmptyState title="No results were returned for this query" description={null} />
  );
}
