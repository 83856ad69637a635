import type { PluginRow } from '@chartroom/model';
import { may } from '../../base/bootstrap.ts';
import { LAST_MODIFIED } from '../../shared/list-view/common-columns.tsx';
import { MODIFIED_BY_FILTER } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { PluginEditor } from './plugin-editor.tsx';

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'name', operator: 'plugin_all_text', kind: 'search' },
  MODIFIED_BY_FILTER,
];

const COLUMNS: ListColumn<PluginRow>[] = [
  { key: 'name', title: 'Name', sortable: true, render: (row) => row.name },
  { key: 'key', title: 'Key', sortable: true, render: (row) => <code>{row.key}</code> },
  { key: 'bundle_url', title: 'Address', secondary: true, render: (row) => row.bundle_url },
  { ...LAST_MODIFIED, sortable: false, secondary: true },
];

/** `/dynamic-plugins/list/` */
export function PluginsScreen() {
  return (
    <ManagedList<PluginRow>
      title="Plugins"
      resource="dynamic_plugin"
      noun="plugin"
      plural="plugins"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={{ sortColumn: 'name', sortOrder: 'asc' }}
      mayWrite={may('can_add', 'DynamicPlugin')}
      createLabel="+ Plugin"
      nameOf={(row) => row.name}
      empty={{
        title: 'No plugins yet',
        description: 'Chart types that pages load by their addresses are kept here.',
      }}
      editor={({ row, onClose }) => <PluginEditor row={row} onClose={onClose} />}
    />
  );
}
