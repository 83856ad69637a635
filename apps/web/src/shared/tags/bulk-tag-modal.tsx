import { Form } from 'antd';
import { type TaggedType, tagMany } from '../../api/tags.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../editor/editor-modal.tsx';
import { TagSelect } from './tag-select.tsx';

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
