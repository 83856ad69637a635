import { type RowRuleItem, type RowRuleType, rowRuleApi } from '@chartroom/model';
import { Form, Input, Select } from 'antd';
import { save, useItem } from '../../api/list.ts';
import { toast } from '../../base/toasts.tsx';
import { CodeField } from '../../shared/editor/code-field.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { RelatedSelect } from '../../shared/editor/remote-select.tsx';

interface RuleForm {
  name: string;
  description: string;
  filter_type: RowRuleType;
  tables: number[];
  roles: number[];
  group_key: string;
  clause: string;
}

const NEW: RuleForm = {
  name: '',
  description: '',
  filter_type: 'Regular',
  tables: [],
  roles: [],
  group_key: '',
  clause: '',
};

/** Makes a row rule, or changes the one with this id. */
export function RowRuleEditor({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const stored = useItem(rowRuleApi.show, id);
  return (
    <EditorModal<RuleForm>
      title={id === undefined ? 'Add Rule' : 'Edit Rule'}
      okText={id === undefined ? 'Add' : 'Save'}
      resource="rowlevelsecurity"
      initial={id === undefined ? NEW : stored.data && formOf(stored.data)}
      loadError={stored.error}
      save={(values) => save(rowRuleApi, id, { ...values, group_key: values.group_key || null })}
      onSaved={() => toast.success(id === undefined ? 'The rule was added' : 'The rule was changed')}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="Rule Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={255} />
      </Form.Item>
      <Form.Item
        name="filter_type"
        label="Filter Type"
        tooltip="Regular filters add WHERE clauses to queries of people with one of the roles below. Base filters apply to everybody except people with one of the roles below."
      >
        <Select options={['Regular', 'Base'].map((value) => ({ label: value, value }))} />
      </Form.Item>
      <Form.Item
        name="tables"
        label="Datasets"
        rules={[{ required: true, message: 'At least one dataset is required' }]}
      >
        <RelatedSelect resource="rowlevelsecurity" column="tables" />
      </Form.Item>
      <RolesField />
      <Form.Item
        name="group_key"
        label="Group Key"
        tooltip="Rules with the same key are combined with OR, different keys with AND. Without a key a rule stands for itself."
      >
        <Input maxLength={255} />
      </Form.Item>
      <Form.Item
        name="clause"
        label="Clause"
        tooltip="The condition that rows must meet, e.g. client_id = 9. A rule that shows nobody anything is 1 = 0."
        rules={[{ required: true, whitespace: true, message: 'A clause is required' }]}
      >
        <CodeField label="Clause" language="sql" height={96} />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea rows={2} />
      </Form.Item>
    </EditorModal>
  );
}

function RolesField() {
  const base = Form.useWatch('filter_type') === 'Base';
  return (
    <Form.Item name="roles" label={base ? 'Excluded roles' : 'Roles'}>
      <RelatedSelect resource="rowlevelsecurity" column="roles" />
    </Form.Item>
  );
}

function formOf(rule: RowRuleItem): RuleForm {
  const { name, filter_type, clause } = rule;
  return {
    name,
    filter_type,
    clause,
    description: rule.description ?? '',
    group_key: rule.group_key ?? '',
    tables: rule.tables.map((table) => table.id),
    roles: rule.roles.map((role) => role.id),
  };
}
