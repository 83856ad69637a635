import { accountApi, type OwnSession } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Table, Tag } from 'antd';
import { api } from '../../api/api.ts';
import { errorsOf, errorText } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';

/** The browsers that are signed in; each can be signed out. */
export function Sessions() {
  const client = useQueryClient();
  const sessions = useQuery({
    queryKey: ['me', 'sessions'],
    queryFn: async ({ signal }) => (await api(accountApi.ownSessions, { signal })).result,
  });
  const end = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? api(accountApi.endOtherSessions, {})
        : api(accountApi.endSession, { params: { key: id } }),
    onError: (error) => toast.error(`The session was not ended: ${errorText(error)}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['me', 'sessions'] }),
  });
  const others = (sessions.data ?? []).filter((each) => !each.current);
  return (
    <Card
      title="Sessions"
      size="small"
      extra={
        <Button
          size="small"
          disabled={others.length === 0}
          loading={end.isPending}
          onClick={() => end.mutate(undefined)}
        >
          Sign out everywhere else
        </Button>
      }
    >
      {sessions.isError ? (
        <ErrorAlert errors={errorsOf(sessions.error)} />
      ) : (
        <Table<OwnSession>
          rowKey="id"
          size="small"
          loading={sessions.isPending}
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={sessions.data ?? []}
          columns={[
            {
              key: 'agent',
              title: 'Browser',
              render: (_value, row) => (
                <span title={row.agent ?? ''}>
                  {browserOf(row.agent)} {row.current && <Tag color="blue">This one</Tag>}
                </span>
              ),
            },
            { key: 'address', title: 'Address', dataIndex: 'address' },
            { key: 'created_on', title: 'Signed in', render: (_value, row) => localTime(row.created_on) },
            { key: 'seen_on', title: 'Last seen', render: (_value, row) => localTime(row.seen_on) },
            {
              key: 'actions',
              title: '',
              render: (_value, row) =>
                !row.current && (
                  <Button
                    size="small"
                    aria-label={`Sign out ${browserOf(row.agent)}`}
                    onClick={() => end.mutate(row.id)}
                  >
                    Sign out
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}

/** Browser and system out of what a browser says of itself. */
function browserOf(agent: string | null): string {
  if (!agent) return 'Unknown';
  const name = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((each) => agent.includes(`${each}/`));
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'].find((each) =>
    agent.includes(each),
  );
  if (!name) return agent.slice(0, 40);
  const shown = BROWSERS.get(name) ?? name;
  return system ? `${shown} on ${system}` : shown;
}

/** A time of the server (UTC, without zone) in the reader's zone. */
export function localTime(text: string): string {
  return new Date(`${text}Z`).toLocaleString();
}

/** Browsers that call themselves otherwise than people do. */
const BROWSERS = new Map([
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
]);
