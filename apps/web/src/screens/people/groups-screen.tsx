import { type GroupRow, groupApi } from '@chartroom/model';
import { Form, Input } from 'antd';
import { save } from '../../api/list.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { NamedSelect } from '../../shared/editor/remote-select.tsx';
import { choicesOf } from '../../shared/list-view/choices-of.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { deleteEach, namesOf } from './people-fields.ts';

const FILTERS: ListFilterField[] = [
  { key: 'name', label: 'Name', column: 'name', operator: 'ct', kind: 'search' },
  { key: 'label', label: 'Label', column: 'label', operator: 'ct', kind: 'search' },
  { key: 'description', label: 'Description', column: 'description', operator: 'ct', kind: 'search' },
  {
    key: 'roles',
    label: 'Roles',
    column: 'roles',
    operator: 'rel_m_m',
    kind: 'select',
    load: choicesOf('security/roles', 'name'),
  },
  {
    key: 'users',
    label: 'Users',
    column: 'users',
    operator: 'rel_m_m',
    kind: 'select',
    load: choicesOf('security/users', 'username'),
  },
];

const COLUMNS: ListColumn<GroupRow>[] = [
  { key: 'name', title: 'Name', sortable: true, render: (row) => row.name },
  { key: 'label', title: 'Label', sortable: true, secondary: true, render: (row) => row.label },
  { key: 'roles', title: 'Roles', render: (row) => namesOf(row.roles) },
];

/** `/list_groups/` */
export function GroupsScreen() {
  return (
    <ManagedList<GroupRow>
      title="List Groups"
      resource="security/groups"
      noun="group"
      plural="groups"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={{ sortColumn: 'name', sortOrder: 'desc' }}
      mayWrite={may('can_put', 'Group')}
      createLabel="+ Group"
      nameOf={(row) => row.name}
      removeRows={(rows) => deleteEach('security/groups', rows)}
      empty={{ title: 'No groups yet', description: 'People of a group hold its roles together.' }}
      editor={({ row, onClose }) => <GroupEditor group={row} onClose={onClose} />}
    />
  );
}

interface GroupForm {
  name: string;
  label: string;
  description: string;
  roles: number[];
  users: number[];
}

function GroupEditor({ group, onClose }: { group: GroupRow | undefined; onClose: () => void }) {
  return (
    <EditorModal<GroupForm>
      title={group ? 'Edit Group' : 'Add Group'}
      okText={group ? 'Save' : 'Add'}
      resource="security/groups"
      initial={{
        name: group?.name ?? '',
        label: group?.label ?? '',
        description: group?.description ?? '',
        roles: group?.roles.map((role) => role.id) ?? [],
        users: group?.users.map((user) => user.id) ?? [],
      }}
      save={(values) => save(groupApi, group?.id, values)}
      onSaved={() => toast.success(group ? 'The group was changed' : 'The group was added')}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="label" label="Label">
        <Input maxLength={150} />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea rows={2} maxLength={512} />
      </Form.Item>
      <Form.Item name="roles" label="Roles">
        <NamedSelect resource="security/roles" column="name" />
      </Form.Item>
      <Form.Item name="users" label="Users">
        <NamedSelect resource="security/users" column="username" />
      </Form.Item>
    </EditorModal>
  );
}
