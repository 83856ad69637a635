import { type ApiKey, accountApi } from '@chartroom/model';
import { copyText, ErrorAlert } from '@chartroom/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Form, Input, InputNumber, Table } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorsOf, errorText } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import styles from './account.module.css';

/** Keys with which programs work as this person. */
export function ApiKeys() {
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const keys = useQuery({
    queryKey: ['me', 'api_keys'],
    queryFn: async ({ signal }) => (await api(accountApi.apiKeys, { signal })).result,
  });
  const remove = useMutation({
    mutationFn: (id: number) => api(accountApi.removeApiKey, { params: { pk: id } }),
    onError: (error) => toast.error(`The key was not removed: ${errorText(error)}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['me', 'api_keys'] }),
  });
  return (
    <Card
      title="API keys"
      size="small"
      extra={
        <Button size="small" onClick={() => setMaking(true)}>
          + API key
        </Button>
      }
    >
      {made && <MadeKey secret={made} onClose={() => setMade(undefined)} />}
      {keys.isError ? (
        <ErrorAlert errors={errorsOf(keys.error)} />
      ) : (
        <Table<ApiKey>
          rowKey="id"
          size="small"
          loading={keys.isPending}
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={keys.data ?? []}
          locale={{
            emptyText: 'No keys: scripts can sign in with your password, or better with a key of their own.',
          }}
          columns={[
            { key: 'name', title: 'Name', dataIndex: 'name' },
            { key: 'hint', title: 'Begins with', render: (_value, row) => <code>{row.hint}…</code> },
            { key: 'created_on', title: 'Made', render: (_value, row) => shown(row.created_on) },
            { key: 'seen_on', title: 'Last used', render: (_value, row) => shown(row.seen_on) },
            { key: 'expires_on', title: 'Ends', render: (_value, row) => shown(row.expires_on) },
            {
              key: 'actions',
              title: '',
              render: (_value, row) => (
                <Button
                  size="small"
                  danger
                  aria-label={`Remove ${row.name}`}
                  onClick={() => remove.mutate(row.id)}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      {making && <KeyEditor onMade={setMade} onClose={() => setMaking(false)} />}
    </Card>
  );
}

function MadeKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = () =>
    copyText(secret).then(
      () => toast.success('Copied to clipboard!'),
      (error: unknown) => toast.error(errorText(error)),
    );
  return (
    <Alert
      className={styles.made ?? ''}
      type="success"
      title="Copy the key now: it is not shown again"
      description={<code className={styles.key}>{secret}</code>}
      action={
        <Button size="small" onClick={() => void copy()}>
          Copy
        </Button>
      }
      closable={{ onClose }}
    />
  );
}

function KeyEditor({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  return (
    <EditorModal<{ name: string; days: number | null }>
      title="Add API key"
      okText="Add"
      resource="me"
      initial={{ name: '', days: 90 }}
      save={async (values) => onMade((await api(accountApi.makeApiKey, { body: values })).key)}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={100} placeholder="What the key is for" />
      </Form.Item>
      <Form.Item name="days" label="Days it is good for" extra="Empty: until it is removed.">
        <InputNumber min={1} max={3650} precision={0} />
      </Form.Item>
    </EditorModal>
  );
}

function shown(moment: string | null): string {
  return moment === null ? '–' : new Date(moment).toLocaleString();
}
