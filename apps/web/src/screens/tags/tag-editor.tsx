import { type TagRow, tagApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { save } from '../../api/list.ts';
import { type TaggedType, taggedObjects } from '../../api/tags.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { NamedSelect } from '../../shared/editor/remote-select.tsx';

interface TagForm {
  name: string;
  description: string;
  dashboard: number[];
  chart: number[];
  query: number[];
}

const TAGGED: readonly TaggedType[] = ['dashboard', 'chart', 'query'];
const NEW: TagForm = { name: '', description: '', dashboard: [], chart: [], query: [] };

/** Makes a tag or changes one, and says what carries it. */
export function TagEditor({ tag, onClose }: { tag: TagRow | undefined; onClose: () => void }) {
  const carried = useQuery({
    queryKey: ['tag', 'objects', tag?.id],
    enabled: tag !== undefined,
    gcTime: 0,
    queryFn: ({ signal }) => taggedObjects(tag?.id ?? 0, signal),
  });
  const idsOf = (type: TaggedType) =>
    (carried.data ?? []).filter((each) => each.type === type).map((each) => each.id);
  const initial: TagForm | undefined =
    tag === undefined
      ? NEW
      : carried.data && {
          name: tag.name,
          description: tag.description ?? '',
          dashboard: idsOf('dashboard'),
          chart: idsOf('chart'),
          query: idsOf('query'),
        };
  return (
    <EditorModal<TagForm>
      title={tag ? 'Edit Tag' : 'Create Tag'}
      okText={tag ? 'Save' : 'Create'}
      resource="tag"
      initial={initial}
      loadError={carried.error}
      save={({ name, description, ...objects }) =>
        save(tagApi, tag?.id, {
          name,
          description,
          objects_to_tag: TAGGED.flatMap((type) =>
            objects[type].map((id): [TaggedType, number] => [type, id]),
          ),
        })
      }
      onSaved={() => toast.success(tag ? 'Tag updated' : 'Tag created')}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="Tag name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea rows={2} />
      </Form.Item>
      <Form.Item name="dashboard" label="Dashboards">
        <NamedSelect resource="dashboard" column="dashboard_title" placeholder="Select dashboards" />
      </Form.Item>
      <Form.Item name="chart" label="Charts">
        <NamedSelect resource="chart" column="slice_name" placeholder="Select charts" />
      </Form.Item>
      <Form.Item name="query" label="Saved queries">
        <NamedSelect resource="saved_query" column="label" placeholder="Select saved queries" />
      </Form.Item>
    </EditorModal>
  );
}
