import { UserAddOutlined } from '@ant-design/icons';
import { type RegistrationRow, registrationApi } from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Typography } from 'antd';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import { type ListColumn, ListView } from '../../shared/list-view/list-view.tsx';
import { RowButton } from '../../shared/list-view/row-button.tsx';
import { deleteEach } from './people-fields.ts';

const RESOURCE = 'security/user_registrations';

const text = (column: string, label: string): ListFilterField => ({
  key: column,
  label,
  column,
  operator: 'ct',
  kind: 'search',
});

const FILTERS: ListFilterField[] = [
  text('username', 'Username'),
  text('first_name', 'First name'),
  text('last_name', 'Last name'),
  text('email', 'Email'),
  text('registration_hash', 'Registration hash'),
  {
    key: 'registration_date',
    label: 'Registration date',
    column: 'registration_date',
    operator: 'between',
    kind: 'dates',
  },
];

const COLUMNS: ListColumn<RegistrationRow>[] = [
  { key: 'username', title: 'Username', sortable: true, render: (row) => row.username },
  {
    key: 'first_name',
    title: 'First name',
    sortable: true,
    secondary: true,
    render: (row) => row.first_name,
  },
  { key: 'last_name', title: 'Last name', sortable: true, secondary: true, render: (row) => row.last_name },
  { key: 'email', title: 'Email', sortable: true, render: (row) => row.email },
  {
    key: 'registration_hash',
    title: 'Registration hash',
    secondary: true,
    render: (row) => (
      <Typography.Text
        code
        copyable={{ text: row.registration_hash }}
        style={{ maxWidth: 180 }}
        ellipsis={{ tooltip: row.registration_hash }}
      >
        {row.registration_hash}
      </Typography.Text>
    ),
  },
  {
    key: 'registration_date',
    title: 'Registration date',
    sortable: true,
    secondary: true,
    render: (row) => new Date(`${row.registration_date}Z`).toLocaleString(),
  },
];

/** `/registrations/`: people who have asked for an account. */
export function RegistrationsScreen() {
  const client = useQueryClient();
  const activation = useMutation({
    mutationFn: (row: RegistrationRow) => api(registrationApi.activate, { params: { pk: row.id } }),
    onSuccess: (_answer, row) => toast.success(`${row.username} has an account now`),
    onError: (error, row) => toast.error(`${row.username} was not let in: ${errorText(error)}`),
    onSettled: () => client.invalidateQueries({ queryKey: [RESOURCE] }),
  });
  const mayActivate = may('can_post', 'User');
  const mayDelete = may('can_delete', 'UserRegistrationsRestAPI');
  return (
    <ListView<RegistrationRow>
      title="User registrations"
      resource={RESOURCE}
      noun="user registration"
      plural="user registrations"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={{ sortColumn: 'registration_date', sortOrder: 'desc' }}
      nameOf={(row) => row.username}
      {...(mayDelete ? { mayDelete: () => true } : {})}
      removeRows={(rows) => deleteEach(RESOURCE, rows)}
      {...(mayActivate
        ? {
            rowActions: (row: RegistrationRow) => (
              <RowButton
                icon={<UserAddOutlined aria-hidden />}
                label="Activate"
                name={row.username}
                onClick={() => activation.mutate(row)}
              />
            ),
          }
        : {})}
      empty={
        <EmptyState
          title="No user registrations yet"
          description="Who registers and is not confirmed yet is listed here."
        />
      }
    />
  );
}
