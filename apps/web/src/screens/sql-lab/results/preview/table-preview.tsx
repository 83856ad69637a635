import { CloseOutlined, CopyOutlined, ReloadOutlined } from '@ant-design/icons';
import type { TableMetadata } from '@chartroom/model';
import { copyText, EmptyState, ErrorAlert, Hint, loadable, SqlText } from '@chartroom/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Table, Tabs, Tag } from 'antd';
import { errorsOf } from '../../../../api/client.ts';
import { fetchCreateView, fetchTable } from '../../../../api/sql-lab.ts';
import { toast } from '../../../../base/toasts.tsx';
import { useLab } from '../../lab-store.ts';
import type { PreviewedTable } from '../south-store.ts';
import { DataPreview } from './data-preview.tsx';
import styles from './preview.module.css';

const Comment = loadable(async () => (await import('../harmless-html.tsx')).default);

/** A table below a tab: its columns, first rows, indexes and what else is known of it (contract/ui.md E4). */
export function TablePreview({ place, onClose }: { place: PreviewedTable; onClose: () => void }) {
  const { databaseId, catalog, schema, table } = place;
  const database = useLab((state) => state.databases[String(databaseId)]);
  const client = useQueryClient();
  const queryKey = ['table', databaseId, catalog, schema, table];
  const details = useQuery({
    queryKey,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchTable({ databaseId, catalog }, schema, table, signal),
  });
  const path = [database?.backend, database?.database_name, catalog, schema].filter(Boolean);
  const known = details.data;
  return (
    <div className={styles.preview}>
      <div className={styles.head}>
        <nav aria-label="Place of the table" className={styles.path}>
          {path.map((name) => (
            <span key={name}>{name} › </span>
          ))}
          <strong>{table}</strong>
        </nav>
        <Hint title="Refresh table schema">
          <Button
            size="small"
            type="text"
            icon={<ReloadOutlined aria-hidden />}
            aria-label="Refresh table schema"
            loading={details.isFetching}
            onClick={() =>
              void Promise.all([
                client.invalidateQueries({ queryKey }),
                client.invalidateQueries({ queryKey: ['table-rows', ...queryKey.slice(1)] }),
              ])
            }
          />
        </Hint>
        {known && (
          <Hint title="Copy SELECT statement to the clipboard">
            <Button
              size="small"
              type="text"
              icon={<CopyOutlined aria-hidden />}
              aria-label="Copy SELECT statement to the clipboard"
              onClick={() =>
                void copyText(known.selectStar).then(() => toast.success('Copied to clipboard!'))
              }
            />
          </Hint>
        )}
        <Button size="small" type="text" icon={<CloseOutlined aria-hidden />} onClick={onClose}>
          Close preview
        </Button>
      </div>
      {details.isPending && <Skeleton active />}
      {details.isError && <ErrorAlert errors={errorsOf(details.error)} />}
      {known?.comment && (
        <div className={styles.comment}>
          <Comment source={known.comment} />
        </div>
      )}
      {known && <Views place={place} known={known} hasData={database?.disable_data_preview !== true} />}
    </div>
  );
}

interface ViewsProps {
  place: PreviewedTable;
  known: TableMetadata;
  hasData: boolean;
}

function Views({ place, known, hasData }: ViewsProps) {
  const { columns, indexes } = known;
  const { databaseId, catalog, schema, table } = place;
  // Of a table there is none.
  const made = useQuery({
    queryKey: ['create-view', databaseId, catalog, schema, table],
    staleTime: 60_000,
    queryFn: async () => (await fetchCreateView({ databaseId, catalog }, schema, table)) ?? null,
  });
  return (
    <Tabs
      size="small"
      className={styles.views}
      destroyOnHidden
      items={[
        { key: 'columns', label: `Columns (${columns.length})`, children: <Columns columns={columns} /> },
        ...(hasData
          ? [
              {
                key: 'data',
                label: 'Data preview',
                children: <DataPreview place={place} sql={known.selectStar} />,
              },
            ]
          : []),
        { key: 'indexes', label: `Indexes (${indexes.length})`, children: <Indexes indexes={indexes} /> },
        { key: 'metadata', label: 'Metadata', children: <Metadata known={known} /> },
        ...(made.data || made.isError
          ? [
              {
                key: 'view',
                label: 'CREATE VIEW',
                children: made.isError ? (
                  <ErrorAlert errors={errorsOf(made.error)} />
                ) : (
                  <CreateView sql={made.data ?? ''} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** The statement that makes a view. */
function CreateView({ sql }: { sql: string }) {
  return (
    <div className={styles.table}>
      <Button
        size="small"
        icon={<CopyOutlined aria-hidden />}
        onClick={() => void copyText(sql).then(() => toast.success('Copied to clipboard!'))}
      >
        Copy
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long statements are scrolled by keys */}
      <pre tabIndex={0} className={styles.statement}>
        <SqlText text={sql} />
      </pre>
    </div>
  );
}

function Columns({ columns }: Pick<TableMetadata, 'columns'>) {
  const hasKeys = columns.some(({ keys }) => keys.length > 0);
  return (
    <Table
      size="small"
      rowKey="name"
      virtual={columns.length > 100}
      scroll={{ x: 500, y: 10_000 }}
      pagination={false}
      className={styles.table}
      // What scrolls is reached by keys.
      onRow={(_, row) => (row === 0 ? { tabIndex: 0 } : {})}
      dataSource={columns}
      columns={[
        { title: 'Column name', dataIndex: 'name', width: 220 },
        { title: 'Type', dataIndex: 'longType', width: 160 },
        ...(hasKeys
          ? [
              {
                title: 'Keys',
                width: 120,
                render: (_value: unknown, { keys }: TableMetadata['columns'][number]) =>
                  keys.map(({ type, name }) => <Tag key={`${type} ${name}`}>{type}</Tag>),
              },
            ]
          : []),
        { title: 'Comment', dataIndex: 'comment' },
      ]}
    />
  );
}

function Indexes({ indexes }: Pick<TableMetadata, 'indexes'>) {
  if (indexes.length === 0)
    return <EmptyState size="small" title="The table has no indexes" description={null} />;
  return (
    <Table
      size="small"
      rowKey={({ name, type }) => `${type} ${name}`}
      pagination={false}
      className={styles.table}
      dataSource={indexes}
      columns={[
        { title: 'Name', dataIndex: 'name', width: 260 },
        { title: 'Columns', render: (_value, { column_names }) => column_names.join(', ') },
        {
          title: 'Unique',
          width: 90,
          render: (_value, index) => ('unique' in index && index.unique ? 'Yes' : ''),
        },
      ]}
    />
  );
}

function Metadata({ known }: { known: TableMetadata }) {
  const { primaryKey, foreignKeys, comment, columns, indexes } = known;
  const key = 'column_names' in primaryKey ? primaryKey.column_names.join(', ') : 'none';
  const facts = [
    ['Columns', columns.length],
    ['Indexes', indexes.length],
    ['Primary key', key],
    ...foreignKeys.map(({ column_names, referred_schema, referred_table, referred_columns }) => [
      'Foreign key',
      `${column_names.join(', ')} → ${[referred_schema, referred_table].filter(Boolean).join('.')} (${referred_columns.join(', ')})`,
    ]),
    ['Comment', comment ?? 'none'],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
