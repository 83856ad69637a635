import { type ChartDataResult, type DatasourceData, datasourceApi } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tabs } from 'antd';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import { AnswerGrid } from '../../shared/chart/answer-grid.tsx';
import styles from './explore.module.css';

/** What the picture was drawn from, and some rows of the dataset. */
export function ResultsPane({
  results,
  datasource,
}: {
  results: ChartDataResult[];
  datasource: DatasourceData;
}) {
  const items = results.map((result, index) => ({
    key: `results-${index}`,
    label: index === 0 ? 'Results' : `Results ${index + 1}`,
    children: <AnswerGrid answer={result} empty="No results were returned for this query" />,
  }));
  const none = {
    key: 'results-0',
    label: 'Results',
    children: <EmptyState size="small" title="Run a query to display results" description={null} />,
  };
  return (
    <Tabs
      className={styles.results}
      size="small"
      items={[
        ...(items.length > 0 ? items : [none]),
        { key: 'samples', label: 'Samples', children: <Samples datasource={datasource} /> },
      ]}
    />
  );
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
  return <AnswerGrid answer={samples.data} empty="No samples were returned for this dataset" />;
}
