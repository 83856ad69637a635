import { ErrorAlert } from '@chartroom/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { errorsOf, errorText } from '../../../api/client.ts';
import { changeQueryTags, fetchQueryTags, fetchSavedQuery, saveQuery } from '../../../api/saved-queries.ts';
import { may } from '../../../base/bootstrap.ts';
import { toast } from '../../../base/toasts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { TagSelect } from '../../../shared/tags/tag-select.tsx';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';
import { LineDiff } from '../results/history/lines.tsx';
import styles from './toolbar.module.css';

interface QueryForm {
  label: string;
  description: string;
  tags?: string[];
}

/** Saves the text of a tab with its place and parameters; what was saved before is changed, or saved anew (contract/ui.md E5). */
export function SaveQueryModal({ tab, onClose }: { tab: LabTab; onClose: () => void }) {
  const { savedQueryId } = tab;
  const [form] = Form.useForm<QueryForm>();
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const saved = useQuery({
    queryKey: ['saved_query', 'item', savedQueryId],
    enabled: savedQueryId !== null,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => fetchSavedQuery(savedQueryId ?? 0, signal),
  });
  const mayTag = may('can_write', 'Tag');
  const tags = useQuery({
    queryKey: ['saved_query', 'tags', savedQueryId],
    enabled: savedQueryId !== null && mayTag,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => fetchQueryTags(savedQueryId ?? 0, signal),
  });
  // A query that was deleted in the meantime can be saved anew.
  const isKnown = savedQueryId !== null && !saved.isError;
  const save = async (id: number | undefined) => {
    // The fields say themselves what is wrong with them.
    const given = await form.validateFields().catch(() => undefined);
    if (!given || busy) return;
    const { label, description, tags: wanted } = given;
    setBusy(true);
    try {
      const { databaseId: db_id, catalog, schema, sql, templateParams: template_parameters } = tab;
      const body = { db_id, label: label.trim(), description, catalog, schema, sql, template_parameters };
      const savedAs = await saveQuery(id, body);
      useLab.getState().change(tab.id, { label: body.label, savedQueryId: savedAs });
      // One that is saved anew begins without any.
      if (wanted)
        await changeQueryTags(savedAs, id === undefined ? [] : (tags.data ?? []), wanted).catch(
          (error: unknown) =>
            toast.warning(
              `Your query was not properly saved: its tags are as they were. ${errorText(error)}`,
            ),
        );
      await client.invalidateQueries({ queryKey: ['saved_query'] });
      toast.success(id === undefined ? 'Your query was saved' : 'Your query was updated');
      onClose();
    } catch (error) {
      const what = id === undefined ? 'Your query could not be saved' : 'Your query could not be updated';
      toast.error(`${what}: ${errorText(error)}`);
      setBusy(false);
    }
  };
  const isLoading = isKnown && (saved.isPending || (mayTag && tags.isPending));
  const update = (id: number) => (
    <>
      <Button disabled={busy} onClick={() => void save(undefined)}>
        Save as new
      </Button>
      <Button type="primary" loading={busy} onClick={() => void save(id)}>
        Update
      </Button>
    </>
  );
  return (
    <Dialog
      title="Save query"
      onCancel={onClose}
      footer={
        !isLoading && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            {isKnown ? (
              update(savedQueryId)
            ) : (
              <Button type="primary" loading={busy} onClick={() => void save(undefined)}>
                Save
              </Button>
            )}
          </>
        )
      }
    >
      {isLoading ? (
        <Skeleton active />
      ) : (
        <Form<QueryForm>
          form={form}
          layout="vertical"
          initialValues={{
            label: tab.label,
            description: saved.data?.description ?? '',
            tags: tags.data ?? [],
          }}
          onFinish={() => void save(isKnown ? savedQueryId : undefined)}
        >
          {saved.data && saved.data.sql !== tab.sql && (
            <Replaced sql={saved.data.sql ?? ''} tab={tab.sql} when={saved.data.changed_on_delta_humanized} />
          )}
          {saved.isError && (
            <ErrorAlert title="The saved query is not there any more" errors={errorsOf(saved.error)} />
          )}
          <Form.Item
            name="label"
            label="Name"
            rules={[{ required: true, whitespace: true, max: 256, message: 'A name is required' }]}
          >
            <Input autoFocus maxLength={256} />
          </Form.Item>
          <Form.Item name="description" label="Description">
            <Input.TextArea rows={4} />
          </Form.Item>
          {mayTag && !tags.isError && (
            <Form.Item name="tags" label="Tags" extra="The folders in which it lies among the saved queries.">
              <TagSelect />
            </Form.Item>
          )}
          {tab.templateParams && tab.templateParams !== '{}' && (
            <p>Its parameters are saved with it: {tab.templateParams}</p>
          )}
        </Form>
      )}
    </Dialog>
  );
}

/** What an update replaces: somebody may have saved it since the tab was opened, in another window too. */
function Replaced({ sql, tab, when }: { sql: string; tab: string; when: string }) {
  return (
    <details className={styles.replaced}>
      <summary>Updating replaces the text that was saved {when}; it stays in the version history</summary>
      <LineDiff before={{ text: sql, name: 'the saved query' }} after={{ text: tab, name: 'this tab' }} />
    </details>
  );
}
