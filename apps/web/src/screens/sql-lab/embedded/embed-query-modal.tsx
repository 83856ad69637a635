import { sqlLabApi } from '@chartroom/model';
import { copyText } from '@chartroom/ui';
import { Alert, Button, Input, Space } from 'antd';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { toast } from '../../../base/toasts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { domainsIn, queryFrame } from '../../../shared/embedding.ts';
import type { LabTab } from '../lab-tabs.ts';

/** 'Embed': pages of which sites show what this query answers, and what they are written with. */
export function EmbedQueryModal({ tab, onClose }: { tab: LabTab; onClose: () => void }) {
  const { databaseId: dbId, label: name, catalog, schema, sql, templateParams } = tab;
  const [domains, setDomains] = useState('');
  const [made, setMade] = useState<{ key: string; url: string; domains: string }>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const sites = domainsIn(domains);
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) => setProblem(errorText(error)));
    setBusy(false);
  };
  const embed = () =>
    act(async () => {
      if (dbId === null) return;
      const body = { dbId, name, catalog, schema, sql, templateParams, allowed_domains: sites };
      setMade({ ...(await api(sqlLabApi.embed, { body })), domains });
    });
  const remove = (key: string) =>
    act(async () => {
      await api(sqlLabApi.unembed, { params: { key } });
      setMade(undefined);
      toast.success('Embedding deactivated.');
    });
  const code = made ? queryFrame(made.url, name) : '';
  const copy = () =>
    act(async () => {
      await copyText(code);
      toast.success('Copied');
    });
  return (
    <Dialog title="Embed" footer={null} width={560} onCancel={onClose}>
      <Space orientation="vertical" size={12} style={{ width: '100%' }}>
        {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
        <p style={{ margin: 0 }}>
          A page of another site can show what this query answers. It runs for each person who looks, with
          their own rights; who has not signed in sees nothing.
        </p>
        <div>
          <label htmlFor="query-domains">Allowed Domains (comma separated)</label>
          <Input
            id="query-domains"
            autoFocus
            value={domains}
            placeholder="https://wiki.example.org"
            onChange={(event) => setDomains(event.target.value)}
            onPressEnter={() => sites.length > 0 && void embed()}
          />
        </div>
        {made && (
          <Input.TextArea
            aria-label="Code for the page"
            readOnly
            autoSize
            value={code}
            style={{ fontFamily: 'monospace' }}
          />
        )}
        <Space>
          <Button
            type={made ? 'default' : 'primary'}
            loading={busy}
            disabled={sites.length === 0 || made?.domains === domains}
            onClick={() => void embed()}
          >
            {made ? 'Save changes' : 'Enable embedding'}
          </Button>
          {made && (
            <>
              <Button type="primary" disabled={busy} onClick={() => void copy()}>
                Copy the code
              </Button>
              <Button danger disabled={busy} onClick={() => void remove(made.key)}>
                Deactivate
              </Button>
            </>
          )}
        </Space>
      </Space>
    </Dialog>
  );
}
