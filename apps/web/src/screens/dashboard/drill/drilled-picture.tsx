import type { DataPoint, OwnState } from '@chartroom/charts';
import { ErrorAlert } from '@chartroom/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { fetchChartData } from '../../../api/chart-data.ts';
import { errorsOf } from '../../../api/client.ts';
import { AnswerGrid } from '../../../shared/chart/answer-grid.tsx';
import { ChartPicture, type PagePlace } from '../../../shared/chart/chart-picture.tsx';
import type { DrilledChart } from './drill.ts';

const NO_DATASET = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };

export interface DrilledPictureProps {
  chart: DrilledChart;
  view: 'chart' | 'table';
  onMenu: (point: DataPoint | undefined, at: PagePlace) => void;
}

/** A chart that was taken apart: its picture, or the rows that it is drawn from. */
export function DrilledPicture({ chart, view, onMenu }: DrilledPictureProps) {
  const { type, form, name, dataset } = chart;
  const [ownState, setOwnState] = useState<OwnState>({});
  const answer = useQuery({
    queryKey: ['drill', 'by', JSON.stringify([form, ownState])],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchChartData(type.question(form, { ownState }), signal),
  });
  if (answer.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (answer.isError) return <ErrorAlert errors={errorsOf(answer.error)} />;
  if (view === 'chart')
    return (
      <ChartPicture
        type={type}
        form={form}
        results={answer.data}
        datasource={dataset ?? NO_DATASET}
        name={name}
        ownState={ownState}
        setOwnState={setOwnState}
        onMenu={onMenu}
      />
    );
  const grids = answer.data.map((result, at) => ({
    key: String(at),
    label: `Results ${at + 1}`,
    children: <AnswerGrid answer={result} empty="No results were returned for this query" />,
  }));
  return grids.length > 1 ? <Tabs items={grids} /> : grids[0]?.children;
}
