import { EditOutlined } from '@ant-design/icons';
import { EmptyState } from '@chartroom/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { may } from '../../app/bootstrap.ts';
import { MODIFIED_BY_FILTER } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import { type ListColumn, ListView } from '../../shared/list-view/list-view.tsx';
import { RowButton } from '../../shared/list-view/row-button.tsx';
import { CssTemplateEditor } from './css-template-editor.tsx';

interface CssTemplateRow {
  id: number;
  template_name: string;
  changed_on_delta_humanized: string;
}

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'template_name', operator: 'ct', kind: 'search' },
  MODIFIED_BY_FILTER,
];

const COLUMNS: ListColumn<CssTemplateRow>[] = [
  { key: 'template_name', title: 'Name', sortable: true, render: (row) => row.template_name },
  { key: 'changed_on_delta_humanized', title: 'Last modified', render: (row) => row.changed_on_delta_humanized },
];

/** `/csstemplatemodelview/list/` */
export function CssTemplatesScreen() {
  const [edited, setEdited] = useState<{ id?: number }>();
  const mayWrite = may('can_write', 'CssTemplate');
  const create = mayWrite && (
    <Button type="primary" onClick={() => setEdited({})}>
      + CSS template
    </Button>
  );
  return (
    <>
      <ListView<CssTemplateRow>
        title="CSS templates"
        resource="css_template"
        noun="CSS template"
        plural="CSS templates"
        columns={COLUMNS}
        filters={FILTERS}
        defaultSort={{ sortColumn: 'template_name', sortOrder: 'desc' }}
        buttons={create}
        nameOf={(row) => row.template_name}
        mayDelete={() => mayWrite}
        rowActions={(row) =>
          mayWrite && (
            <RowButton
              icon={<EditOutlined aria-hidden />}
              label="Edit"
              name={row.template_name}
              onClick={() => setEdited({ id: row.id })}
            />
          )
        }
        empty={
          <EmptyState title="No CSS templates yet" description="Rules that can be applied to dashboards are kept here." action={create} />
        }
      />
      {edited && <CssTemplateEditor id={edited.id} onClose={() => setEdited(undefined)} />}
    </>
  );
}
