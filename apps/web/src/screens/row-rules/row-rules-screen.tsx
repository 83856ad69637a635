import type { RowRuleRow } from '@chartroom/model';
import { may } from '../../base/bootstrap.ts';
import { LAST_MODIFIED } from '../../shared/list-view/common-columns.tsx';
import { MODIFIED_BY_FILTER } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { RowRuleEditor } from './row-rule-editor.tsx';

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'name', operator: 'sw', kind: 'search' },
  {
    key: 'filter_type',
    label: 'Filter Type',
    column: 'filter_type',
    operator: 'eq',
    kind: 'select',
    choices: ['Regular', 'Base'].map((value) => ({ label: value, value })),
  },
  { key: 'group_key', label: 'Group Key', column: 'group_key', operator: 'sw', kind: 'search' },
  MODIFIED_BY_FILTER,
];

const COLUMNS: ListColumn<RowRuleRow>[] = [
  { key: 'name', title: 'Name', sortable: true, render: (row) => row.name },
  {
    key: 'filter_type',
    title: 'Filter Type',
    sortable: true,
    secondary: true,
    render: (row) => row.filter_type,
  },
  { key: 'group_key', title: 'Group Key', sortable: true, secondary: true, render: (row) => row.group_key },
  { key: 'clause', title: 'Clause', sortable: true, render: (row) => <code>{row.clause}</code> },
  LAST_MODIFIED,
];

/** `/rowlevelsecurity/list` */
export function RowRulesScreen() {
  return (
    <ManagedList<RowRuleRow>
      title="Row Level Security"
      resource="rowlevelsecurity"
      noun="rule"
      plural="rules"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={{ sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' }}
      mayWrite={may('can_write', 'Row Level Security')}
      createLabel="+ Rule"
      nameOf={(row) => row.name}
      empty={{
        title: 'No Rules yet',
        description: 'A rule decides which rows of a dataset people with a role are shown.',
      }}
      editor={({ row, onClose }) => <RowRuleEditor id={row?.id} onClose={onClose} />}
    />
  );
}
