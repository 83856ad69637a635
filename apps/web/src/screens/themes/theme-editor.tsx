import { type ThemeRow, themeApi } from '@chartroom/model';
import { Button, Form, Input } from 'antd';
import { save } from '../../api/list.ts';
import { useThemeMode } from '../../base/theme-mode.ts';
import { toast } from '../../base/toasts.tsx';
import { CodeField } from '../../shared/editor/code-field.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { jsonProblem, markOf, validJson } from '../../shared/editor/json-field.ts';

interface ThemeForm {
  theme_name: string;
  json_data: string;
}

const NEW = JSON.stringify(
  { token: { colorPrimary: '#1763a6', borderRadius: 6 }, algorithm: 'default' },
  undefined,
  2,
);

/** Makes a theme or changes one; 'Apply' lets this browser wear it at once. Themes of the installation are only shown. */
export function ThemeEditor({ theme, onClose }: { theme: ThemeRow | undefined; onClose: () => void }) {
  const fixed = theme?.is_system ?? false;
  const title = theme ? 'Edit theme properties' : 'Add theme';
  return (
    <EditorModal<ThemeForm>
      title={fixed ? 'System Theme - Read Only' : title}
      okText={theme ? 'Save' : 'Add'}
      readOnly={fixed}
      width={720}
      resource="theme"
      initial={{ theme_name: theme?.theme_name ?? '', json_data: theme ? indented(theme.json_data) : NEW }}
      save={(values) => save(themeApi, theme?.id, values)}
      onSaved={() => toast.success(theme ? 'The theme was changed' : 'The theme was added')}
      onClose={onClose}
    >
      <Form.Item
        name="theme_name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={250} readOnly={fixed} />
      </Form.Item>
      <ConfigurationField readOnly={fixed} />
      <ApplyButton />
    </EditorModal>
  );
}

function ConfigurationField({ readOnly }: { readOnly: boolean }) {
  const text: unknown = Form.useWatch('json_data');
  const problem = typeof text === 'string' && text !== '' ? jsonProblem(text) : undefined;
  return (
    <Form.Item
      name="json_data"
      label="JSON Configuration"
      extra="Tokens, components and algorithms of Ant Design, as its theme editor exports them."
      rules={[{ required: true, message: 'A configuration is required' }, { validator: validJson }]}
    >
      <CodeField
        label="JSON Configuration"
        language="json"
        height={320}
        readOnly={readOnly}
        marks={problem ? [markOf(problem)] : []}
      />
    </Form.Item>
  );
}

function ApplyButton() {
  const form = Form.useFormInstance<ThemeForm>();
  const setLocal = useThemeMode((state) => state.setLocal);
  const apply = async () => {
    const { theme_name, json_data } = await form.validateFields(['theme_name', 'json_data']);
    setLocal({ name: theme_name, document: JSON.parse(json_data) });
    toast.info('This browser wears the theme until you clear it in the theme menu');
  };
  return (
    // What is wrong stands at the fields.
    <Button onClick={() => void apply().catch(() => undefined)}>Apply</Button>
  );
}

function indented(text: string): string {
  return jsonProblem(text) ? text : JSON.stringify(JSON.parse(text), undefined, 2);
}
