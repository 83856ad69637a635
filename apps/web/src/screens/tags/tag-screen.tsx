import { personName, type TaggedObject, tagApi } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Button, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { useItem } from '../../api/list.ts';
import { type TaggedType, taggedObjects } from '../../api/tags.ts';
import { may } from '../../base/bootstrap.ts';
import { useThingTitle } from '../../base/title.ts';
import { Faces } from '../../shared/faces.tsx';
import { TagNames } from '../../shared/tags/tag-names.tsx';
import { TagEditor } from './tag-editor.tsx';
import styles from './tags.module.css';

const KINDS: readonly (readonly [TaggedType, string])[] = [
  ['dashboard', 'Dashboards'],
  ['chart', 'Charts'],
  ['query', 'Queries'],
];
/** Rows a page of each table (contract/ui.md A4). */
const PAGE_SIZE = 10;

/** `/superset/all_entities/?id=`: a tag and everything that carries it. */
export function TagScreen() {
  const id = Number(new URLSearchParams(useLocation().searchStr).get('id')) || undefined;
  const [editing, setEditing] = useState(false);
  const tag = useItem(tagApi.show, id);
  useThingTitle(tag.data?.name);
  const objects = useQuery({
    queryKey: ['tag', 'objects', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => taggedObjects(id ?? 0, signal),
  });
  const error = tag.error ?? objects.error;
  if (id === undefined)
    return (
      <EmptyState title="No tag is named in this address" description="Tags are listed under Settings." />
    );
  if (error) return <ErrorAlert errors={errorsOf(error)} />;
  if (!tag.data || !objects.data) return <Skeleton active className={styles.page ?? ''} />;
  const mayWrite = may('can_write', 'Tag');
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{tag.data.name}</h1>
        {mayWrite && <Button onClick={() => setEditing(true)}>Edit tag</Button>}
      </header>
      <p className={styles.facts}>
        {tag.data.description && <span>{tag.data.description}</span>}
        {tag.data.created_by && <span>Owner: {personName(tag.data.created_by)}</span>}
        <span>Last modified {tag.data.changed_on_delta_humanized}</span>
      </p>
      {objects.data.length === 0 ? (
        <EmptyState
          title="No entities have this tag currently assigned"
          description={null}
          action={
            mayWrite && (
              <Button type="primary" onClick={() => setEditing(true)}>
                Add tag to entities
              </Button>
            )
          }
        />
      ) : (
        KINDS.map(([kind, title]) => {
          const rows = objects.data.filter((each) => each.type === kind);
          return rows.length > 0 && <Carriers key={kind} title={title} rows={rows} />;
        })
      )}
      {editing && <TagEditor tag={tag.data} onClose={() => setEditing(false)} />}
    </div>
  );
}

function Carriers({ title, rows }: { title: string; rows: TaggedObject[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <Table<TaggedObject>
        className={styles.table}
        rowKey="id"
        size="middle"
        scroll={{ x: 'max-content' }}
        dataSource={rows}
        pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: 'name', title: 'Title', render: (_value, row) => <a href={row.url}>{row.name}</a> },
          {
            key: 'changed_on',
            title: 'Last modified',
            render: (_value, row) => new Date(`${row.changed_on}Z`).toLocaleString(),
          },
          { key: 'tags', title: 'Tags', render: (_value, row) => <TagNames tags={row.tags} /> },
          { key: 'owners', title: 'Owners', render: (_value, row) => <Faces people={row.owners} /> },
        ]}
      />
    </section>
  );
}
