import { CheckOutlined, CloseOutlined, SyncOutlined } from '@ant-design/icons';
import type { DatabaseRow } from '@chartroom/model';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../api/client.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { AffectedObjects } from '../../shared/affected-objects.tsx';
import { LAST_MODIFIED } from '../../shared/list-view/common-columns.tsx';
import { bundlesOf, MODIFIED_BY_FILTER } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { RowButton } from '../../shared/list-view/row-button.tsx';
import { ConnectionModal } from './connection-modal.tsx';
import { relatedObjects, removeDatabase, syncPermissions } from './databases-api.ts';
import { UploadButton } from './upload-button.tsx';

const YES_NO = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
];
const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'database_name', operator: 'ct', kind: 'search' },
  {
    key: 'sqllab',
    label: 'Expose in SQL Lab',
    column: 'expose_in_sqllab',
    operator: 'eq',
    kind: 'select',
    choices: YES_NO,
  },
  { key: 'async', label: 'AQE', column: 'allow_run_async', operator: 'eq', kind: 'select', choices: YES_NO },
  MODIFIED_BY_FILTER,
];

function YesNo({ value }: { value: boolean }) {
  return value ? (
    <CheckOutlined aria-label="Yes" />
  ) : (
    <CloseOutlined aria-label="No" style={{ color: 'var(--cr-text-faint)' }} />
  );
}

const COLUMNS: ListColumn<DatabaseRow>[] = [
  { key: 'database_name', title: 'Name', sortable: true, render: (row) => row.database_name },
  { key: 'backend', title: 'Backend', secondary: true, render: (row) => row.backend },
  {
    key: 'allow_run_async',
    title: 'AQE',
    sortable: true,
    secondary: true,
    render: (row) => <YesNo value={row.allow_run_async} />,
  },
  {
    key: 'allow_dml',
    title: 'DML',
    sortable: true,
    secondary: true,
    render: (row) => <YesNo value={row.allow_dml} />,
  },
  {
    key: 'allow_file_upload',
    title: 'File upload',
    sortable: true,
    secondary: true,
    render: (row) => <YesNo value={row.allow_file_upload} />,
  },
  {
    key: 'expose_in_sqllab',
    title: 'Expose in SQL Lab',
    sortable: true,
    secondary: true,
    render: (row) => <YesNo value={row.expose_in_sqllab} />,
  },
  LAST_MODIFIED,
];

/** `/databaseview/list/` */
export function DatabasesScreen() {
  const mayWrite = may('can_write', 'Database');
  return (
    <ManagedList<DatabaseRow>
      title="Databases"
      resource="database"
      noun="database"
      plural="databases"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={{ sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' }}
      mayWrite={mayWrite}
      createLabel="+ Database"
      buttons={may('can_upload', 'Database') && <UploadButton />}
      nameOf={(row) => row.database_name}
      removeRows={async (rows) => {
        for (const row of rows) await removeDatabase(row.id);
      }}
      deleteText={(rows) => (
        <AffectedObjects
          noun="database"
          rows={rows.map(({ id, database_name }) => ({ id, name: database_name }))}
          related={relatedObjects}
        />
      )}
      {...bundlesOf('database', 'Database')}
      moreActions={(row) => <SyncButton database={row} />}
      empty={{
        title: 'No databases yet',
        description: 'Connect the database whose tables you want to explore.',
      }}
      editor={({ row, onClose }) => <ConnectionModal id={row?.id} onClose={onClose} />}
    />
  );
}

function SyncButton({ database }: { database: DatabaseRow }) {
  const sync = useMutation({
    mutationFn: () => syncPermissions(database.id),
    onSuccess: () => toast.success(`Permissions successfully synced for ${database.database_name}`),
    onError: (error) => toast.error(`An error occurred while syncing permissions: ${errorText(error)}`),
  });
  return (
    <RowButton
      icon={<SyncOutlined aria-hidden spin={sync.isPending} />}
      label="Sync Permissions"
      name={database.database_name}
      onClick={() => sync.mutate()}
    />
  );
}
