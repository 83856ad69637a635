import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { errorsOf } from '../../../../api/client.ts';
import { fetchFirstRows } from '../../../../api/sql-lab.ts';
import { followQuery } from '../../follow-query.ts';
import { RowsView } from '../rows-view.tsx';
import type { PreviewedTable } from '../south-store.ts';
import styles from './preview.module.css';

/** The first rows of a table, asked for when they are first looked at. */
export function DataPreview({ place, sql }: { place: PreviewedTable; sql: string }) {
  const { databaseId, catalog, schema, table } = place;
  const rows = useQuery({
    queryKey: ['table-rows', databaseId, catalog, schema, table],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await fetchFirstRows({ databaseId, catalog }, schema, sql, signal);
      if ('data' in answer) return answer;
      return followQuery(answer.query, signal, () => undefined);
    },
  });
  if (rows.isPending) return <Skeleton active />;
  if (rows.isError)
    return (
      <ErrorAlert
        title="Database error"
        errors={errorsOf(rows.error)}
        action={
          <Button size="small" onClick={() => void rows.refetch()}>
            Try again
          </Button>
        }
      />
    );
  return (
    <div className={styles.rows}>
      <RowsView label={`First rows of ${table}`} columns={rows.data.columns} data={rows.data.data} />
    </div>
  );
}
