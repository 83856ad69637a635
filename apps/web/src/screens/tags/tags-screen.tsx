import { type TagRow, tagApi } from '@chartroom/model';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { may } from '../../base/bootstrap.ts';
import { LAST_MODIFIED } from '../../shared/list-view/common-columns.tsx';
import { MODIFIED_BY_FILTER } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { TagEditor } from './tag-editor.tsx';

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'name', operator: 'ct', kind: 'search' },
  MODIFIED_BY_FILTER,
];

const COLUMNS: ListColumn<TagRow>[] = [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    render: (row) => (
      <Link to="/superset/all_entities" search={{ id: String(row.id) }}>
        {row.name}
      </Link>
    ),
  },
  {
    key: 'description',
    title: 'Description',
    sortable: true,
    secondary: true,
    render: (row) => row.description,
  },
  LAST_MODIFIED,
];

/** `/superset/tags/` */
export function TagsScreen() {
  return (
    <ManagedList<TagRow>
      title="Tags"
      resource="tag"
      noun="tag"
      plural="tags"
      columns={COLUMNS}
      filters={FILTERS}
      baseFilters={[{ col: 'type', opr: 'custom_tag', value: true }]}
      defaultSort={{ sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' }}
      mayWrite={may('can_write', 'Tag')}
      createLabel="+ Tag"
      nameOf={(row) => row.name}
      removeRows={(rows) => deleteTags(rows.map((row) => row.name))}
      empty={{ title: 'No Tags created', description: 'Create a new Tag' }}
      star="tag"
      editor={({ row, onClose }) => <TagEditor tag={row} onClose={onClose} />}
    />
  );
}

/** Tags are deleted by name (contract/api.md §2.8). */
function deleteTags(names: string[]): Promise<unknown> {
  return api(tagApi.removeByName, { q: names });
}
