import { type UserRow, userApi } from '@chartroom/model';
import { Checkbox, Form, Input } from 'antd';
import { api } from '../../api/api.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { PasswordFields } from '../../shared/editor/password-fields.tsx';
import { NamedSelect } from '../../shared/editor/remote-select.tsx';

interface UserForm {
  first_name: string;
  last_name: string;
  username: string;
  active: boolean;
  email: string;
  roles: number[];
  groups: number[];
  password?: string;
  confirm?: string;
}

const required = (what: string) => [{ required: true, whitespace: true, message: `${what} is required` }];

/** Makes an account, or changes one; passwords are only given to new ones here. */
export function UserEditor({ user, onClose }: { user: UserRow | undefined; onClose: () => void }) {
  return (
    <EditorModal<UserForm>
      title={user ? 'Edit User' : 'Add User'}
      okText={user ? 'Save' : 'Add'}
      resource="security/users"
      initial={formOf(user)}
      save={({ confirm: _, password = '', ...body }): Promise<unknown> =>
        user
          ? api(userApi.update, { params: { pk: user.id }, body })
          : api(userApi.create, { body: { ...body, password } })
      }
      onSaved={() => toast.success(user ? 'The user was changed' : 'The user was added')}
      onClose={onClose}
    >
      <Form.Item name="first_name" label="First name" rules={required('A first name')}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="last_name" label="Last name" rules={required('A last name')}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="username" label="Username" rules={required('A username')}>
        <Input maxLength={250} autoComplete="off" />
      </Form.Item>
      <Form.Item name="active" valuePropName="checked">
        <Checkbox>Is active?</Checkbox>
      </Form.Item>
      <Form.Item
        name="email"
        label="Email"
        rules={[...required('An email'), { type: 'email', message: 'This is no email address' }]}
      >
        <Input maxLength={320} />
      </Form.Item>
      <Form.Item name="roles" label="Roles" dependencies={['groups']} rules={[rolesOrGroups]}>
        <NamedSelect resource="security/roles" column="name" />
      </Form.Item>
      <Form.Item name="groups" label="Groups">
        <NamedSelect resource="security/groups" column="name" />
      </Form.Item>
      {!user && <PasswordFields />}
    </EditorModal>
  );
}

const rolesOrGroups = (form: { getFieldsValue: () => { roles?: number[]; groups?: number[] } }) => ({
  validator: () => {
    const { roles = [], groups = [] } = form.getFieldsValue();
    return roles.length + groups.length > 0
      ? Promise.resolve()
      : Promise.reject(new Error('Either a role or a group is required'));
  },
});

function formOf(user: UserRow | undefined): UserForm {
  return {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    username: user?.username ?? '',
    active: user?.active ?? true,
    email: user?.email ?? '',
    roles: user?.roles.map((role) => role.id) ?? [],
    groups: user?.groups.map((group) => group.id) ?? [],
  };
}
