import { type ChartDataResult, type DatasourceData, datasourceApi } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { type MenuProps, Skeleton, Tabs } from 'antd';
import { useMemo } from 'react';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import { may } from '../../base/bootstrap.ts';
import { AnswerGrid } from '../../shared/chart/answer-grid.tsx';
import { CellRows, cellsOf } from '../../shared/chart/cell-rows.tsx';
import { downloadItems } from '../../shared/chart/downloads.ts';
import styles from './explore.module.css';
import { useExplore } from './explore-store.ts';

/** What the picture was drawn from, and some rows of the dataset. */
export function ResultsPane() {
  const { run, type, datasource, name } = useExplore();
  const { form, results } = run;
  const cells = useMemo(
    () => (type && form && datasource ? cellsOf(type, form, results, datasource) : undefined),
    [type, form, results, datasource],
  );
  if (!datasource) return null;
  const files =
    type && form && may('can_csv', 'Superset') ? downloadItems({ type, form, name }, 'explore') : undefined;
  const samples = { key: 'samples', label: 'Samples', children: <Samples datasource={datasource} /> };
  const items =
    type && cells
      ? [
          {
            key: 'results-0',
            label: 'Results',
            children: <CellRows type={type} cells={cells} dataset={datasource.uid} isForced={run.isForced} />,
          },
        ]
      : resultItems(results, datasource.uid, files);
  return <Tabs className={styles.results} size="small" items={[...items, samples]} />;
}

function resultItems(results: readonly ChartDataResult[], dataset: string, files: MenuProps['items']) {
  if (results.length === 0) {
    const none = <EmptyState size="small" title="Run a query to display results" description={null} />;
    return [{ key: 'results-0', label: 'Results', children: none }];
  }
  return results.map((result, index) => ({
    key: `results-${index}`,
    label: index === 0 ? 'Results' : `Results ${index + 1}`,
    children: (
      <AnswerGrid
        answer={result}
        empty="No results were returned for this query"
        dataset={dataset}
        files={files}
      />
    ),
  }));
}

function Samples({ datasource }: { datasource: DatasourceData }) {
  const samples = useQuery({
    queryKey: ['samples', datasource.uid],
    queryFn: async ({ signal }) => {
      const { type: datasource_type, id: datasource_id } = datasource;
      const query = { datasource_type, datasource_id, force: 'false' as const, per_page: 1000, page: 1 };
      const answer = await api(datasourceApi.samples, { query, body: {}, signal });
      return answer.result;
    },
  });
  if (samples.isPending) return <Skeleton active />;
  if (samples.isError) return <ErrorAlert errors={errorsOf(samples.error)} />;
  return (
    <AnswerGrid
      answer={samples.data}
      empty="No samples were returned for this dataset"
      dataset={datasource.uid}
      total={samples.data.total_count}
    />
  );
}
