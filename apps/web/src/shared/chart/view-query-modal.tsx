import { type ChartType, chartQuestion, matrixOf } from '@chartroom/charts';
import type { ChartFormData } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { fetchQueries } from '../../api/chart-data.ts';
import { errorsOf } from '../../api/client.ts';
import { Dialog } from '../dialog.tsx';
import { SqlText } from './sql-text.tsx';

export interface ViewQueryModalProps {
  type: ChartType;
  form: ChartFormData;
  onClose: () => void;
}

/** The SQL of a chart, one text per question. */
export function ViewQueryModal({ type, form, onClose }: ViewQueryModalProps) {
  const isMatrix = matrixOf(type, form) !== undefined;
  const queries = useQuery({
    queryKey: ['query-text', form],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const own = fetchQueries(type.question(form, {}), signal);
      const sides = isMatrix ? await fetchQueries(chartQuestion(type, form, {}), signal) : [];
      return [...sides, ...(await own)];
    },
  });
  return (
    <Dialog title="View query" footer={null} width={760} onCancel={onClose}>
      {queries.isPending && <Skeleton active />}
      {queries.isError && <ErrorAlert errors={errorsOf(queries.error)} />}
      {isMatrix && (
        <p>
          Each chart of the matrix asks the last of these, with its metric in the place of the chart's own or
          its value as a further filter.
        </p>
      )}
      {queries.data?.map((query, index) => (
        <SqlText key={query} label={`Query ${index + 1}`} sql={query} />
      ))}
    </Dialog>
  );
}
