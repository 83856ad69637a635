import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import type { UserRow } from '@chartroom/model';
import { may } from '../../base/bootstrap.ts';
import { choicesOf } from '../../shared/list-view/choices-of.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { AccessButtons } from './access-buttons.tsx';
import { deleteEach, namesOf } from './people-fields.ts';
import { UserEditor } from './user-editor.tsx';

const text = (column: string, label: string): ListFilterField => ({
  key: column,
  label,
  column,
  operator: 'ct',
  kind: 'search',
});
const range = (column: string, label: string, kind: 'dates' | 'numbers'): ListFilterField => ({
  key: column,
  label,
  column,
  operator: 'between',
  kind,
});

const FILTERS: ListFilterField[] = [
  text('first_name', 'First name'),
  text('last_name', 'Last name'),
  text('username', 'Username'),
  text('email', 'Email'),
  {
    key: 'active',
    label: 'Is active?',
    column: 'active',
    operator: 'eq',
    kind: 'select',
    choices: [
      { label: 'Yes', value: true },
      { label: 'No', value: false },
    ],
  },
  {
    key: 'roles',
    label: 'Roles',
    column: 'roles',
    operator: 'rel_m_m',
    kind: 'select',
    load: choicesOf('security/roles', 'name'),
  },
  {
    key: 'groups',
    label: 'Groups',
    column: 'groups',
    operator: 'rel_m_m',
    kind: 'select',
    load: choicesOf('security/groups', 'name'),
  },
  range('created_on', 'Created on', 'dates'),
  range('changed_on', 'Changed on', 'dates'),
  range('last_login', 'Last login', 'dates'),
  range('login_count', 'Login count', 'numbers'),
  range('fail_login_count', 'Fail login count', 'numbers'),
];

const COLUMNS: ListColumn<UserRow>[] = [
  { key: 'first_name', title: 'First name', sortable: true, render: (row) => row.first_name },
  { key: 'last_name', title: 'Last name', sortable: true, secondary: true, render: (row) => row.last_name },
  { key: 'username', title: 'Username', sortable: true, render: (row) => row.username },
  { key: 'email', title: 'Email', sortable: true, secondary: true, render: (row) => row.email },
  {
    key: 'active',
    title: 'Is active?',
    sortable: true,
    secondary: true,
    render: (row) => (row.active ? <CheckOutlined aria-label="Yes" /> : <CloseOutlined aria-label="No" />),
  },
  { key: 'roles', title: 'Roles', secondary: true, render: (row) => namesOf(row.roles) },
  { key: 'groups', title: 'Groups', secondary: true, render: (row) => namesOf(row.groups) },
];

/** `/users/` */
export function UsersScreen() {
  return (
    <ManagedList<UserRow>
      title="List Users"
      resource="security/users"
      noun="user"
      plural="users"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={{ sortColumn: 'username', sortOrder: 'desc' }}
      mayWrite={may('can_put', 'User')}
      createLabel="+ User"
      nameOf={(row) => row.username}
      removeRows={(rows) => deleteEach('security/users', rows)}
      moreActions={(row) => <AccessButtons user={row} />}
      empty={{ title: 'No users yet', description: 'People who may sign in are listed here.' }}
      editor={({ row, onClose }) => <UserEditor user={row} onClose={onClose} />}
    />
  );
}
