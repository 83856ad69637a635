import type { FullRole } from '@chartroom/model';
import { Form, Input } from 'antd';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { NamedSelect } from '../../shared/editor/remote-select.tsx';
import { PermissionPicker } from './permission-picker.tsx';
import { type RoleForm, saveRole } from './roles-api.ts';

interface RoleEditorProps {
  role: FullRole | undefined;
  /** Id of a permission to begin with that the role may not hold yet. */
  granted?: number | undefined;
  onClose: () => void;
}

/** Makes a role or changes one: its name, its permissions, and who holds it. */
export function RoleEditor({ role, granted, onClose }: RoleEditorProps) {
  return (
    <EditorModal<RoleForm>
      title={role ? 'Edit Role' : 'Add Role'}
      okText={role ? 'Save' : 'Add'}
      width={720}
      resource="security/roles"
      initial={{
        name: role?.name ?? '',
        permissions: [
          ...new Set([...(role?.permission_ids ?? []), ...(granted === undefined ? [] : [granted])]),
        ],
        users: role?.user_ids ?? [],
        groups: role?.group_ids ?? [],
      }}
      save={(values) => saveRole(role, values)}
      onSaved={() => toast.success(role ? 'The role was changed' : 'The role was added')}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="Role Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="permissions" label="Permissions">
        <PermissionPicker />
      </Form.Item>
      <Form.Item name="users" label="Users">
        <NamedSelect resource="security/users" column="username" />
      </Form.Item>
      <Form.Item name="groups" label="Groups">
        <NamedSelect resource="security/groups" column="name" />
      </Form.Item>
    </EditorModal>
  );
}
