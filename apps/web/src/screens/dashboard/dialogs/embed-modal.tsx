import { dashboardApi, type Embedding } from '@chartroom/model';
import { copyText, ErrorAlert } from '@chartroom/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Segmented, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { ApiError, errorsOf, errorText } from '../../../api/client.ts';
import { toast } from '../../../base/toasts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { domainsIn, elementSnippet, embedSnippet } from '../../../shared/embedding.ts';
import { useDashboard } from '../store/dashboard-context.ts';
import styles from './dialogs.module.css';

/** 'Embed dashboard': which sites may show it in their pages, and what they need for it (contract/ui.md B9). */
export function EmbedModal({ onClose }: { onClose: () => void }) {
  const { id } = useDashboard((state) => state.dashboard.info);
  const queryKey = ['dashboard embedding', id];
  const client = useQueryClient();
  const stored = useQuery({ queryKey, queryFn: () => embeddingOf(id), gcTime: 0 });
  return (
    <Dialog title="Embed" footer={null} width={560} onCancel={onClose}>
      {stored.isError && <ErrorAlert errors={errorsOf(stored.error)} />}
      {stored.isPending && <Skeleton active />}
      {stored.isSuccess && (
        <EmbedSettings
          id={id}
          embedding={stored.data}
          onChange={(embedding) => client.setQueryData(queryKey, embedding)}
        />
      )}
    </Dialog>
  );
}

/** How a dashboard is embedded; null for one that is not. */
async function embeddingOf(id: number): Promise<Embedding | null> {
  try {
    return (await api(dashboardApi.embedding, { params: { pk: id } })).result;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

interface EmbedSettingsProps {
  id: number;
  embedding: Embedding | null;
  onChange: (embedding: Embedding | null) => void;
}

function EmbedSettings({ id, embedding, onChange }: EmbedSettingsProps) {
  const [domains, setDomains] = useState(embedding?.allowed_domains.join(', ') ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [modal, question] = Modal.useModal();
  const isChanged = domainsIn(domains).join() !== (embedding?.allowed_domains ?? []).join();
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) => setProblem(errorText(error)));
    setBusy(false);
  };
  const save = () =>
    act(async () => {
      const body = { allowed_domains: domainsIn(domains) };
      onChange((await api(dashboardApi.embed, { params: { pk: id }, body })).result);
      toast.success('Changes saved.');
    });
  const disable = () =>
    void modal.confirm({
      title: 'Disable embedding?',
      content: 'This will remove your current embed configuration.',
      okText: 'OK',
      okButtonProps: { danger: true },
      onOk: () =>
        act(async () => {
          await api(dashboardApi.unembed, { params: { pk: id } });
          onChange(null);
          setDomains('');
          toast.success('Embedding deactivated.');
        }),
    });
  return (
    <div className={styles.look}>
      {question}
      {problem && <Alert type="error" showIcon title={problem} />}
      {embedding ? (
        <Snippet uuid={embedding.uuid} />
      ) : (
        <p style={{ margin: 0 }}>
          This dashboard is not embedded yet. Once it is, it has an id by which pages of other sites show it.
        </p>
      )}
      <label htmlFor="allowed-domains">Allowed Domains (comma separated)</label>
      <Input
        id="allowed-domains"
        value={domains}
        placeholder="https://example.org"
        onChange={(event) => setDomains(event.target.value)}
      />
      <p className={styles.hint}>Sites that may show this dashboard. Without any, every site may.</p>
      <Space style={{ justifyContent: 'flex-end' }}>
        {embedding ? (
          <>
            <Button danger disabled={busy} onClick={disable}>
              Deactivate
            </Button>
            <Button type="primary" disabled={!isChanged} loading={busy} onClick={() => void save()}>
              Save changes
            </Button>
          </>
        ) : (
          <Button type="primary" loading={busy} onClick={() => void save()}>
            Enable embedding
          </Button>
        )}
      </Space>
    </div>
  );
}

/** How a page shows it: in an element of ours, or with the public library. */
const WAYS = {
  element: { name: 'Web component', snippet: elementSnippet },
  sdk: { name: 'Embedding library', snippet: embedSnippet },
} as const;

/** What the page of another site is written with. */
function Snippet({ uuid }: { uuid: string }) {
  const [way, setWay] = useState<keyof typeof WAYS>('element');
  const text = WAYS[way].snippet(uuid, window.location.origin);
  const copy = async () => {
    await copyText(text);
    toast.success('Copied');
  };
  return (
    <>
      <p style={{ margin: 0 }}>
        This dashboard is ready to embed. In your application, pass the following id to the SDK:
      </p>
      <code data-embed-id>{uuid}</code>
      <div>
        <Segmented<keyof typeof WAYS>
          size="small"
          aria-label="Way of embedding"
          value={way}
          onChange={setWay}
          options={[
            { value: 'element', label: WAYS.element.name },
            { value: 'sdk', label: WAYS.sdk.name },
          ]}
        />
      </div>
      <pre className={styles.snippet}>{text}</pre>
      <div>
        <Button
          size="small"
          onClick={() => void copy().catch((error: unknown) => toast.error(errorText(error)))}
        >
          Copy the code
        </Button>
      </div>
    </>
  );
}
