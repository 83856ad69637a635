import { type PluginRow, pluginApi } from '@chartroom/model';
import { Form, Input } from 'antd';
import { save } from '../../api/list.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';

interface PluginForm {
  name: string;
  key: string;
  bundle_url: string;
}

/** Adds a chart type by its address, or changes what is said of this one. */
export function PluginEditor({ row, onClose }: { row: PluginRow | undefined; onClose: () => void }) {
  return (
    <EditorModal<PluginForm>
      title={row ? 'Edit plugin' : 'Add plugin'}
      okText={row ? 'Save' : 'Add'}
      resource="dynamic_plugin"
      initial={{ name: row?.name ?? '', key: row?.key ?? '', bundle_url: row?.bundle_url ?? '' }}
      save={(values) => save(pluginApi, row?.id, values)}
      onSaved={() =>
        toast.success(`The plugin was ${row ? 'changed' : 'added'}. Pages have it when they are opened anew.`)
      }
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="key"
        label="Key"
        extra="Charts name their type by it: with another key, those that have it now find none."
        rules={[{ required: true, whitespace: true, message: 'A key is required' }]}
      >
        <Input maxLength={50} placeholder="dots" />
      </Form.Item>
      <Form.Item
        name="bundle_url"
        label="Address"
        extra="Everybody who opens a page here runs the code at this address, with all that they may do. Add only what you trust."
        rules={[{ required: true, whitespace: true, message: 'An address is required' }]}
      >
        <Input maxLength={1000} type="url" placeholder="https://example.org/charts/dots.js" />
      </Form.Item>
    </EditorModal>
  );
}
