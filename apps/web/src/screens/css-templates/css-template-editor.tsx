import { cssTemplateApi } from '@chartroom/model';
import { Form, Input } from 'antd';
import { save, useItem } from '../../api/list.ts';
import { toast } from '../../base/toasts.tsx';
import { CodeField } from '../../shared/editor/code-field.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';

interface CssTemplateForm {
  template_name: string;
  css: string;
}

/** Makes a CSS template, or changes the one with this id. */
export function CssTemplateEditor({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const stored = useItem(cssTemplateApi.show, id);
  return (
    <EditorModal<CssTemplateForm>
      title={id === undefined ? 'Add CSS template' : 'Edit CSS template properties'}
      okText={id === undefined ? 'Add' : 'Save'}
      resource="css_template"
      initial={
        id === undefined
          ? { template_name: '', css: '' }
          : stored.data && {
              template_name: stored.data.template_name ?? '',
              css: stored.data.css ?? '',
            }
      }
      loadError={stored.error}
      save={(values) => save(cssTemplateApi, id, values)}
      onSaved={() =>
        toast.success(id === undefined ? 'The CSS template was added' : 'The CSS template was changed')
      }
      onClose={onClose}
    >
      <Form.Item
        name="template_name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={250} />
      </Form.Item>
      <Form.Item name="css" label="CSS">
        <CodeField label="CSS" language="css" />
      </Form.Item>
    </EditorModal>
  );
}
