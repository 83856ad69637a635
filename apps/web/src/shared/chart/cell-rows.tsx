import {
  axisValues,
  type ChartType,
  type DrawDatasource,
  type MatrixCell,
  matrixCells,
  matrixOf,
} from '@chartroom/charts';
import type { ChartDataResult, ChartFormData } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import styles from './answer-grid.module.css';
import { AnswerGrid } from './answer-grid.tsx';
import { cellQuestion } from './use-cell-answers.ts';

interface CellRowsProps {
  type: ChartType;
  cells: readonly MatrixCell[];
  dataset: string;
  isForced?: boolean | undefined;
}

/** The charts of a matrix; undefined where the chart stands by itself. */
export function cellsOf(
  type: ChartType,
  form: ChartFormData,
  results: readonly ChartDataResult[],
  datasource: Pick<DrawDatasource, 'columns' | 'verbose_map'>,
): MatrixCell[] | undefined {
  const matrix = matrixOf(type, form);
  if (!matrix || matrix.problem !== undefined) return undefined;
  return matrixCells(type, form, axisValues(matrix, results, datasource), '');
}

/** The rows of one of the charts of a matrix, which is chosen by its row and its column. */
export function CellRows({ cells, ...props }: CellRowsProps) {
  const [chosen, setChosen] = useState<string>();
  const cell = cells.find(({ key }) => key === chosen) ?? cells[0];
  if (!cell)
    return <EmptyState size="small" title="No results were returned for this query" description={null} />;
  return (
    <div className={styles.cells}>
      <Select
        size="small"
        aria-label="Chart of the matrix"
        showSearch={{ optionFilterProp: 'label' }}
        value={cell.key}
        options={cells.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={setChosen}
      />
      <RowsOf key={cell.key} cell={cell} {...props} />
    </div>
  );
}

function RowsOf({
  type,
  cell,
  dataset,
  isForced = false,
}: Omit<CellRowsProps, 'cells'> & { cell: MatrixCell }) {
  const answer = useQuery(cellQuestion(type, cell, { ownState: {}, force: isForced }));
  if (answer.isPending) return <Skeleton active />;
  if (answer.isError) return <ErrorAlert errors={errorsOf(answer.error)} />;
  const grids = answer.data.map((result, at) => ({
    key: String(at),
    label: at === 0 ? 'Results' : `Results ${at + 1}`,
    children: (
      <AnswerGrid answer={result} empty="No results were returned for this query" dataset={dataset} />
    ),
  }));
  return grids.length > 1 ? <Tabs size="small" items={grids} /> : grids[0]?.children;
}
