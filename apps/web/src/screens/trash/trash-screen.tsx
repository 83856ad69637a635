import {
  chartUrl,
  dashboardUrl,
  datasetUrl,
  type TrashedThing,
  type TrashKind,
  trashApi,
} from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, Space, Table, type TableProps } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorsOf, errorText } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { spokenMoment } from '../../base/spoken-moment.ts';
import { toast } from '../../base/toasts.tsx';
import { ConfirmDelete } from '../../shared/confirm-delete.tsx';
import styles from './trash.module.css';

const KIND_NAMES: Readonly<Record<TrashKind, string>> = {
  dashboard: 'Dashboard',
  chart: 'Chart',
  dataset: 'Dataset',
  saved_query: 'Saved query',
};

/** `/trash/`: what was deleted, and can be put back for a while. */
export function TrashScreen() {
  const listed = useQuery({
    queryKey: ['trash'],
    queryFn: ({ signal }) => api(trashApi.list, { signal }),
    staleTime: 0,
  });
  const [going, setGoing] = useState<TrashedThing>();
  const [busy, setBusy] = useState<number>();
  const [restored, setRestored] = useState<{ kind: TrashKind; object_id: number; name: string }[]>([]);
  const restore = async (thing: TrashedThing) => {
    setBusy(thing.id);
    try {
      const { result, left_out } = await api(trashApi.restore, { params: { pk: thing.id } });
      setRestored(result);
      if (left_out.length > 0) toast.warning(`${left_out.join('. ')}.`);
      // Every list may show it again.
      await queryClient.invalidateQueries();
    } catch (error) {
      toast.error(`“${thing.name}” could not be restored: ${errorText(error)}`);
    }
    setBusy(undefined);
  };
  const remove = async (thing: TrashedThing) => {
    setBusy(thing.id);
    try {
      await api(trashApi.remove, { params: { pk: thing.id } });
      toast.success(`Deleted: ${thing.name}`);
      setGoing(undefined);
      await queryClient.invalidateQueries({ queryKey: ['trash'] });
    } catch (error) {
      toast.error(errorText(error));
    }
    setBusy(undefined);
  };
  return (
    <main className={styles.page}>
      <h1>Trash</h1>
      <p className={styles.hint}>
        What was deleted can be put back until the day that stands beside it; then it is gone for good.
      </p>
      {restored.length > 0 && <Back things={restored} />}
      {listed.isError && <ErrorAlert errors={errorsOf(listed.error)} />}
      {listed.data?.count === 0 && (
        <EmptyState
          size="large"
          title="The trash is empty"
          description="Dashboards, charts, datasets and saved queries that are deleted come here."
        />
      )}
      {(listed.isPending || (listed.data?.count ?? 0) > 0) && (
        <Table<TrashedThing>
          rowKey="id"
          size="middle"
          loading={listed.isPending}
          dataSource={listed.data?.result ?? []}
          columns={columnsFor({ busy, restore, remove: setGoing })}
          pagination={{ pageSize: 25, hideOnSinglePage: true }}
          scroll={{ x: 720 }}
        />
      )}
      {going && (
        <ConfirmDelete
          title={`Delete “${going.name}” for good?`}
          busy={busy === going.id}
          onConfirm={() => void remove(going)}
          onCancel={() => setGoing(undefined)}
        >
          It cannot be put back any more.
        </ConfirmDelete>
      )}
    </main>
  );
}

interface Actions {
  /** Id of what is being worked at. */
  busy: number | undefined;
  restore: (thing: TrashedThing) => Promise<void>;
  remove: (thing: TrashedThing) => void;
}

function columnsFor({ busy, restore, remove }: Actions): NonNullable<TableProps<TrashedThing>['columns']> {
  return [
    { title: 'Name', dataIndex: 'name', render: (name: string) => name || '[untitled]' },
    { title: 'Kind', dataIndex: 'kind', render: (kind: TrashKind) => KIND_NAMES[kind] },
    {
      title: 'Deleted',
      key: 'deleted',
      render: (_, { deleted_on, deleted_by }) =>
        `${spokenMoment(deleted_on)}${deleted_by ? ` by ${deleted_by.first_name} ${deleted_by.last_name}` : ''}`,
    },
    { title: 'Kept until', dataIndex: 'ends_on', render: spokenMoment },
    {
      title: 'Actions',
      key: 'actions',
      render: (_, thing) => (
        <Space>
          <Button
            size="small"
            loading={busy === thing.id}
            aria-label={`Restore ${thing.name}`}
            onClick={() => void restore(thing)}
          >
            Restore
          </Button>
          <Button
            size="small"
            danger
            aria-label={`Delete ${thing.name} for good`}
            onClick={() => remove(thing)}
          >
            Delete
          </Button>
        </Space>
      ),
    },
  ];
}

/** What came back, with the way to it. */
function Back({ things }: { things: readonly { kind: TrashKind; object_id: number; name: string }[] }) {
  return (
    <p role="status" className={styles.back}>
      Restored:{' '}
      {things.map((thing, at) => (
        <span key={`${thing.kind} ${thing.object_id}`}>
          {at > 0 && ', '}
          <Link to={addressOf(thing)}>{thing.name || '[untitled]'}</Link>
        </span>
      ))}
    </p>
  );
}

function addressOf({ kind, object_id }: { kind: TrashKind; object_id: number }): string {
  if (kind === 'dashboard') return dashboardUrl({ id: object_id });
  if (kind === 'chart') return chartUrl(object_id);
  return kind === 'dataset' ? datasetUrl(object_id) : `/sqllab/?savedQueryId=${object_id}`;
}
