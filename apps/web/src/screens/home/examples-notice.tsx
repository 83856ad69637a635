import { exampleApi } from '@chartroom/model';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm, Progress } from 'antd';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { isAdmin } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import styles from './home.module.css';

/** Tells how far the example data is; an administrator removes it with one click, for good. */
export function ExamplesNotice() {
  const client = useQueryClient();
  const examples = useQuery({
    queryKey: ['examples'],
    queryFn: ({ signal }) => api(exampleApi.show, { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'loading' ? 1_000 : false),
  });
  const remove = useMutation({
    mutationFn: () => api(exampleApi.remove, {}),
    onSuccess: () => {
      toast.success('The examples were removed');
      return client.invalidateQueries();
    },
    onError: (error) => toast.error(errorText(error)),
  });
  const data = examples.data;
  if (!data || data.state === 'absent' || data.state === 'removed') return null;
  if (data.state === 'loading') {
    return (
      <div className={styles.notice} role="status">
        <span>Loading the examples{data.message ? `: ${data.message}` : ''}</span>
        <Progress percent={Math.round(data.progress * 100)} size="small" />
      </div>
    );
  }
  if (!isAdmin()) return null;
  return (
    <div className={styles.notice}>
      <span>
        {data.state === 'failed'
          ? `The examples could not be loaded: ${data.message ?? 'unknown reason'}`
          : 'Example dashboards on real data are here to look around.'}
      </span>
      <Popconfirm
        title="Remove the examples?"
        description="Their dashboards, charts, datasets and tables go, and do not come back."
        okText="Remove"
        onConfirm={() => remove.mutate()}
      >
        <Button type="link" size="small" loading={remove.isPending}>
          Remove examples
        </Button>
      </Popconfirm>
    </div>
  );
}
