import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { type TaggedType, tagMany, tagNames } from '../../api/tags.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../editor/editor-modal.tsx';

export interface BulkTagModalProps {
  type: TaggedType;
  /** Resource whose list is asked again. */
  resource: string;
  ids: number[];
  onDone: () => void;
  onClose: () => void;
}

/** Puts tags, new ones among them, on several things at once. */
export function BulkTagModal({ type, resource, ids, onDone, onClose }: BulkTagModalProps) {
  return (
    <EditorModal<{ tags: string[] }>
      title="Bulk tag"
      resource={resource}
      initial={{ tags: [] }}
      save={async ({ tags }) => {
        const { tagged, skipped } = await tagMany(
          tags,
          ids.map((id) => [type, id]),
        );
        if (skipped > 0)
          toast.warning(
            `${skipped} items could not be tagged because you don’t have edit permissions to all selected objects.`,
          );
        if (tagged > 0) toast.success(`Tagged ${tagged} ${tagged === 1 ? 'item' : 'items'}`);
      }}
      onSaved={onDone}
      onClose={onClose}
    >
      <p>You are adding tags to {ids.length} entities</p>
      <Form.Item
        name="tags"
        label="Tags"
        rules={[{ required: true, message: 'At least one tag is required' }]}
      >
        <TagSelect />
      </Form.Item>
    </EditorModal>
  );
}

function TagSelect({
  value,
  onChange,
  id,
}: {
  value?: string[];
  onChange?: (value: string[]) => void;
  id?: string;
}) {
  const [search, setSearch] = useState('');
  const known = useQuery({
    queryKey: ['tag', 'names', search],
    queryFn: ({ signal }) => tagNames(search, signal),
  });
  return (
    <Select<string[]>
      mode="tags"
      {...(id ? { id } : {})}
      placeholder="Select Tags"
      value={value ?? []}
      {...(onChange ? { onChange } : {})}
      loading={known.isFetching}
      options={(known.data ?? []).map((name) => ({ value: name, label: name }))}
      showSearch={{ onSearch: setSearch }}
    />
  );
}
