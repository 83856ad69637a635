import { type AnnotationLayerRow, annotationLayerApi } from '@chartroom/model';
import { Link } from '@tanstack/react-router';
import { Form, Input } from 'antd';
import { save } from '../../api/list.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { LAST_MODIFIED } from '../../shared/list-view/common-columns.tsx';
import { MODIFIED_BY_FILTER } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'name', operator: 'ct', kind: 'search' },
  { ...MODIFIED_BY_FILTER, label: 'Changed by' },
];

const COLUMNS: ListColumn<AnnotationLayerRow>[] = [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    render: (row) => (
      <Link to="/annotationlayer/$layer/annotation" params={{ layer: String(row.id) }}>
        {row.name}
      </Link>
    ),
  },
  { key: 'descr', title: 'Description', sortable: true, secondary: true, render: (row) => row.descr },
  LAST_MODIFIED,
];

/** `/annotationlayer/list/` */
export function AnnotationLayersScreen() {
  return (
    <ManagedList<AnnotationLayerRow>
      title="Annotation layers"
      resource="annotation_layer"
      noun="annotation layer"
      plural="annotation layers"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={{ sortColumn: 'name', sortOrder: 'desc' }}
      mayWrite={may('can_write', 'Annotation')}
      createLabel="+ Annotation layer"
      nameOf={(row) => row.name}
      empty={{
        title: 'No annotation layers yet',
        description: 'A layer holds moments and spans that charts over time can show.',
      }}
      editor={({ row, onClose }) => <LayerEditor layer={row} onClose={onClose} />}
    />
  );
}

function LayerEditor({ layer, onClose }: { layer: AnnotationLayerRow | undefined; onClose: () => void }) {
  return (
    <EditorModal<{ name: string; descr: string }>
      title={layer ? 'Edit annotation layer properties' : 'Add annotation layer'}
      okText={layer ? 'Save' : 'Add'}
      resource="annotation_layer"
      initial={{ name: layer?.name ?? '', descr: layer?.descr ?? '' }}
      save={(values) => save(annotationLayerApi, layer?.id, values)}
      onSaved={() =>
        toast.success(layer ? 'The annotation layer was changed' : 'The annotation layer was added')
      }
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="Annotation layer name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={250} />
      </Form.Item>
      <Form.Item name="descr" label="Description (this can be seen in the list)">
        <Input.TextArea rows={3} />
      </Form.Item>
    </EditorModal>
  );
}
