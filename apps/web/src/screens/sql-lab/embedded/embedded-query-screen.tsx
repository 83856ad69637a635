import { grouped } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Button, Skeleton, Space } from 'antd';
import { errorsOf } from '../../../api/client.ts';
import { fetchEmbeddedRows } from '../../../api/sql-lab.ts';
import { bootstrap, may } from '../../../base/bootstrap.ts';
import { useThingTitle } from '../../../base/title.ts';
import { RowsView } from '../results/rows-view.tsx';
import styles from './embedded.module.css';

/** `/embedded/query/{key}/`: what a query answers whoever looks, in a frame of another site's page. */
export function EmbeddedQueryScreen() {
  const { key = '' } = useParams({ strict: false });
  const name = bootstrap.embedded_query ?? 'Query result';
  useThingTitle(name);
  const isOpen = bootstrap.user !== null && may('can_execute_sql_query', 'SQLLab');
  const rows = useQuery({
    queryKey: ['embedded query', key],
    enabled: isOpen,
    retry: false,
    queryFn: ({ signal }) => fetchEmbeddedRows(key, signal),
  });
  if (bootstrap.user === null) return <SignInFirst name={name} />;
  if (!isOpen)
    return (
      <EmptyState title={name} description="You are not allowed to run queries. Ask an administrator." />
    );
  return (
    <section className={styles.page} aria-label={name}>
      <div className={styles.head}>
        <h1 title={name}>{name}</h1>
        {rows.data && (
          <span className={styles.count}>
            {rows.data.isCut ? 'The first ' : ''}
            {grouped(rows.data.data.length)} {rows.data.data.length === 1 ? 'row' : 'rows'}
          </span>
        )}
      </div>
      {rows.isPending && <Skeleton active title={false} />}
      {rows.isError && (
        <>
          <ErrorAlert errors={errorsOf(rows.error)} />
          <div>
            <Button onClick={() => void rows.refetch()}>Try again</Button>
          </div>
        </>
      )}
      {rows.data && (
        <div className={styles.rows}>
          <RowsView label={name} columns={rows.data.columns} data={rows.data.data} />
        </div>
      )}
    </section>
  );
}

/** The page where one signs in shows itself in no frame: it opens in a window of its own. */
function SignInFirst({ name }: { name: string }) {
  return (
    <EmptyState
      title={name}
      description="It is shown to people who have signed in."
      action={
        <Space>
          <Button type="primary" href="/login/" target="_blank" rel="noreferrer">
            Sign in
          </Button>
          <Button onClick={() => window.location.reload()}>I have signed in</Button>
        </Space>
      }
    />
  );
}
