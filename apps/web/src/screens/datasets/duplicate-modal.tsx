import { type DatasetRow, datasetApi } from '@chartroom/model';
import { Form, Input } from 'antd';
import { api } from '../../api/api.ts';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';

/** Makes a copy of a virtual dataset under another name. */
export function DuplicateModal({ dataset, onClose }: { dataset: DatasetRow; onClose: () => void }) {
  return (
    <EditorModal<{ table_name: string }>
      title="Duplicate dataset"
      okText="Duplicate"
      resource="dataset"
      initial={{ table_name: `${dataset.table_name} (copy)` }}
      save={({ table_name }) =>
        api(datasetApi.duplicate, { body: { base_model_id: dataset.id, table_name } })
      }
      onClose={onClose}
    >
      <Form.Item name="table_name" label="New dataset name" rules={[{ required: true, whitespace: true }]}>
        <Input />
      </Form.Item>
    </EditorModal>
  );
}
