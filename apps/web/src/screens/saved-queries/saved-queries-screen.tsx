import { EditOutlined, EyeOutlined, HistoryOutlined, LinkOutlined } from '@ant-design/icons';
import type { SavedQueryRow } from '@chartroom/model';
import { copyText, EmptyState } from '@chartroom/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { errorText } from '../../api/client.ts';
import { fetchSavedQuery } from '../../api/saved-queries.ts';
import { makeQueryLink } from '../../api/sql-lab.ts';
import { may, mayOpenPage } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { distinctOf } from '../../shared/list-view/choices-of.ts';
import { LAST_MODIFIED, TAGS } from '../../shared/list-view/common-columns.tsx';
import { bundlesOf, MODIFIED_BY_FILTER, tagFilter } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import { type ListColumn, ListView } from '../../shared/list-view/list-view.tsx';
import { RowButton } from '../../shared/list-view/row-button.tsx';
import type { PreviewedQuery } from '../../shared/sql-lists/query-preview.tsx';
import { QUERY_TABS } from '../../shared/sql-lists/query-tabs.ts';
import { TableNames } from '../../shared/sql-lists/table-names.tsx';
import { useQueryPreview } from '../../shared/sql-lists/use-query-preview.tsx';
import { useBulkTag } from '../../shared/tags/use-bulk-tag.tsx';
import { QueryFolders } from './query-folders.tsx';
import { QueryHistory } from './query-history.tsx';

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Search', column: 'label', operator: 'all_text', kind: 'search' },
  { key: 'database', label: 'Database', column: 'database', operator: 'rel_o_m', kind: 'select' },
  {
    key: 'schema',
    label: 'Schema',
    column: 'schema',
    operator: 'eq',
    kind: 'select',
    load: distinctOf('saved_query', 'schema'),
  },
  tagFilter('saved_query_tag_id'),
  {
    key: 'untagged',
    label: 'In no folder',
    column: 'tags',
    operator: 'saved_query_untagged',
    kind: 'select',
    choices: [{ label: 'Yes', value: true }],
  },
  MODIFIED_BY_FILTER,
];

const COLUMNS: ListColumn<SavedQueryRow>[] = [
  {
    key: 'label',
    title: 'Name',
    sortable: true,
    render: (row) => (
      <Link to="/sqllab/" search={{ savedQueryId: String(row.id) }} preload={false}>
        {nameOf(row)}
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
  {
    key: 'database.database_name',
    title: 'Database',
    sortable: true,
    secondary: true,
    render: (row) => row.database?.database_name,
  },
  { key: 'schema', title: 'Schema', sortable: true, secondary: true, render: (row) => row.schema },
  {
    key: 'sql_tables',
    title: 'Tables',
    secondary: true,
    render: (row) => <TableNames tables={row.sql_tables} />,
  },
  TAGS,
  LAST_MODIFIED,
];

/** `/savedqueryview/list/` */
export function SavedQueriesScreen() {
  const navigate = useNavigate();
  const tagging = useBulkTag<SavedQueryRow>('query', 'saved_query');
  const { show, preview } = useQueryPreview(previewOf);
  const [history, setHistory] = useState<{ id: number; name: string }>();
  const mayWrite = may('can_write', 'SavedQuery');
  const create = mayOpenPage('sqlLab') && (
    <Button type="primary" href="/sqllab/?new=true">
      + Query
    </Button>
  );
  const actions = (row: SavedQueryRow, rows: readonly SavedQueryRow[]) => (
    <>
      <RowButton
        icon={<EyeOutlined aria-hidden />}
        label="Query preview"
        name={nameOf(row)}
        onClick={() => show(row, rows)}
      />
      {mayOpenPage('sqlLab') && (
        <RowButton
          icon={<EditOutlined aria-hidden />}
          label="Edit query"
          name={nameOf(row)}
          onClick={() => void navigate({ to: '/sqllab/', search: { savedQueryId: String(row.id) } })}
        />
      )}
      <RowButton
        icon={<LinkOutlined aria-hidden />}
        label="Copy query URL"
        name={nameOf(row)}
        refusal={row.database ? undefined : 'This query belongs to no database'}
        onClick={() => void copyLink(row.id)}
      />
      <RowButton
        icon={<HistoryOutlined aria-hidden />}
        label="Version history"
        name={nameOf(row)}
        onClick={() => setHistory({ id: row.id, name: nameOf(row) })}
      />
    </>
  );
  return (
    <>
      <ListView<SavedQueryRow>
        title="SQL"
        tabs={QUERY_TABS}
        resource="saved_query"
        noun="query"
        plural="queries"
        columns={COLUMNS}
        filters={FILTERS}
        defaultSort={{ sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' }}
        buttons={create}
        nameOf={nameOf}
        rowActions={actions}
        narrowing={(values, onChange) => <QueryFolders values={values} onChange={onChange} />}
        {...(mayWrite ? { mayDelete: () => true } : {})}
        bulkActions={tagging.bulkActions}
        {...bundlesOf('saved_query', 'SavedQuery')}
        empty={
          <EmptyState
            title="No saved queries yet"
            description="Queries that you save in SQL Lab will appear here."
            action={create}
          />
        }
      />
      {tagging.modal}
      {preview}
      {history && <QueryHistory query={history} onClose={() => setHistory(undefined)} />}
    </>
  );
}

function nameOf(row: Pick<SavedQueryRow, 'label'>): string {
  return row.label || '[ untitled query ]';
}

function previewOf(row: SavedQueryRow): PreviewedQuery {
  return {
    facts: [
      { label: 'Query name', value: nameOf(row) },
      ...(row.description ? [{ label: 'Description', value: row.description }] : []),
    ],
    texts: [{ label: 'SQL', sql: row.sql ?? '' }],
    open: mayOpenPage('sqlLab') ? `/sqllab/?savedQueryId=${row.id}` : undefined,
  };
}

/** Puts a link to a copy of the query on the clipboard: only who saved it sees the query itself. */
async function copyLink(id: number): Promise<void> {
  try {
    const query = await fetchSavedQuery(id);
    if (!query.database) return;
    const { catalog, schema, sql, template_parameters: templateParams } = query;
    const kept = {
      dbId: query.database.id,
      name: nameOf(query),
      catalog,
      schema,
      sql: sql ?? '',
      autorun: false,
      templateParams,
    };
    await copyText(await makeQueryLink(kept));
    toast.success('Link Copied!');
  } catch (error) {
    toast.error(`There was an error generating the permalink. ${errorText(error)}`);
  }
}
