import type { CssTemplateRow } from '@chartroom/model';
import { may } from '../../base/bootstrap.ts';
import { LAST_MODIFIED } from '../../shared/list-view/common-columns.tsx';
import { MODIFIED_BY_FILTER } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { CssTemplateEditor } from './css-template-editor.tsx';

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'template_name', operator: 'ct', kind: 'search' },
  MODIFIED_BY_FILTER,
];

const COLUMNS: ListColumn<CssTemplateRow>[] = [
  { key: 'template_name', title: 'Name', sortable: true, render: (row) => row.template_name },
  { ...LAST_MODIFIED, sortable: false },
];

/** `/csstemplatemodelview/list/` */
export function CssTemplatesScreen() {
  return (
    <ManagedList<CssTemplateRow>
      title="CSS templates"
      resource="css_template"
      noun="CSS template"
      plural="CSS templates"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={{ sortColumn: 'template_name', sortOrder: 'desc' }}
      mayWrite={may('can_write', 'CssTemplate')}
      createLabel="+ CSS template"
      nameOf={(row) => row.template_name ?? ''}
      empty={{
        title: 'No CSS templates yet',
        description: 'Rules that can be applied to dashboards are kept here.',
      }}
      editor={({ row, onClose }) => <CssTemplateEditor id={row?.id} onClose={onClose} />}
    />
  );
}
