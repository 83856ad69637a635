import { CopyOutlined } from '@ant-design/icons';
import type { FullRole } from '@chartroom/model';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { errorText } from '../../api/client.ts';
import type { FetchPage } from '../../api/list.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { choicesOf } from '../../shared/list-view/choices-of.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { RowButton } from '../../shared/list-view/row-button.tsx';
import { deleteEach } from './people-fields.ts';
import { allPermissions, permissionChoices, permissionNamed, permissionText } from './permissions.ts';
import { RoleEditor } from './role-editor.tsx';
import { duplicateRole, searchRoles } from './roles-api.ts';

const FILTERS: ListFilterField[] = [
  { key: 'name', label: 'Name', column: 'name', operator: 'ct', kind: 'search' },
  {
    key: 'users',
    label: 'Users',
    column: 'user_ids',
    operator: 'rel_m_m',
    kind: 'select',
    load: choicesOf('security/users', 'username'),
  },
  {
    key: 'permissions',
    label: 'Permissions',
    column: 'permission_ids',
    operator: 'rel_m_m',
    kind: 'select',
    load: permissionChoices,
  },
  {
    key: 'groups',
    label: 'Groups',
    column: 'group_ids',
    operator: 'rel_m_m',
    kind: 'select',
    load: choicesOf('security/groups', 'name'),
  },
];

const COLUMNS: ListColumn<FullRole>[] = [
  { key: 'name', title: 'Name', sortable: true, render: (row) => row.name },
  { key: 'users', title: 'Users', secondary: true, width: 120, render: (row) => row.user_ids.length },
  { key: 'groups', title: 'Groups', secondary: true, width: 120, render: (row) => row.group_ids.length },
  {
    key: 'permissions',
    title: 'Permissions',
    secondary: true,
    width: 140,
    render: (row) => row.permission_ids.length,
  },
];

const fetchPage: FetchPage<FullRole> = (_resource, question, signal) => searchRoles(question, signal);

/** `/roles/` */
export function RolesScreen() {
  const mayWrite = may('can_put', 'Role');
  // Of the link in the message that somebody lacks a permission; the list keeps its own state in the address.
  const [wanted] = useState(() => new URLSearchParams(window.location.search).get('grant'));
  const permissions = useQuery({
    queryKey: ['security/permissions-resources', 'all'],
    queryFn: ({ signal }) => allPermissions(signal),
    enabled: wanted !== null && mayWrite,
  });
  const granted = permissions.data && permissionNamed(wanted ?? '', permissions.data);
  return (
    <>
      {mayWrite && granted && (
        <Alert
          type="info"
          banner
          role="status"
          title={`Edit the role that is to get “${permissionText(granted)}”. It is ticked there already.`}
        />
      )}
      {wanted !== null && permissions.data && !granted && (
        <Alert type="warning" banner role="status" title={`There is no permission “${wanted}”.`} />
      )}
      <ManagedList<FullRole>
        title="List Roles"
        resource="security/roles"
        noun="role"
        plural="roles"
        columns={COLUMNS}
        filters={FILTERS}
        fetchPage={fetchPage}
        defaultSort={{ sortColumn: 'name', sortOrder: 'desc' }}
        mayWrite={mayWrite}
        createLabel="+ Role"
        nameOf={(row) => row.name}
        removeRows={(rows) => deleteEach('security/roles', rows)}
        moreActions={(row) => <DuplicateButton role={row} />}
        empty={{ title: 'No roles yet', description: 'A role is a set of permissions that people hold.' }}
        editor={({ row, onClose }) => <RoleEditor role={row} granted={granted?.id} onClose={onClose} />}
      />
    </>
  );
}

function DuplicateButton({ role }: { role: FullRole }) {
  const client = useQueryClient();
  const duplicate = useMutation({
    mutationFn: () => duplicateRole(role),
    onSuccess: (name) => {
      toast.success(`${name} has the same permissions as ${role.name}`);
      return client.invalidateQueries({ queryKey: ['security/roles'] });
    },
    onError: (error) => toast.error(`The role was not duplicated: ${errorText(error)}`),
  });
  return (
    <RowButton
      icon={<CopyOutlined aria-hidden />}
      label="Duplicate"
      name={role.name}
      onClick={() => duplicate.mutate()}
    />
  );
}
