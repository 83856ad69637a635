import type { DatasetItem } from '@chartroom/model';
import { Table } from 'antd';

type Column = DatasetItem['columns'][number];
type Metric = DatasetItem['metrics'][number];

/** Rows of a table at a time. */
const PAGE = 25;
const PAGES = { pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false };

/** What the columns of a dataset are, for whoever wants to know them. */
export function ColumnsTable({ columns }: { columns: readonly Column[] }) {
  return (
    <Table<Column>
      size="small"
      rowKey="id"
      aria-label="Columns"
      scroll={{ x: 'max-content' }}
      pagination={PAGES}
      locale={{ emptyText: 'No items' }}
      dataSource={[...columns]}
      columns={[
        {
          title: 'Column',
          dataIndex: 'column_name',
          sorter: (one, other) => one.column_name.localeCompare(other.column_name),
        },
        { title: 'Label', dataIndex: 'verbose_name' },
        {
          title: 'Data type',
          dataIndex: 'type',
          sorter: (one, other) => (one.type ?? '').localeCompare(other.type ?? ''),
          render: (type: string | null) => <code>{type}</code>,
        },
        { title: 'SQL expression', dataIndex: 'expression', render: sqlText },
        { title: 'Description', dataIndex: 'description' },
      ]}
    />
  );
}

/** What the saved metrics of a dataset are. */
export function MetricsTable({ metrics }: { metrics: readonly Metric[] }) {
  return (
    <Table<Metric>
      size="small"
      rowKey="id"
      aria-label="Metrics"
      scroll={{ x: 'max-content' }}
      pagination={PAGES}
      locale={{ emptyText: 'No items' }}
      dataSource={[...metrics]}
      columns={[
        {
          title: 'Metric',
          dataIndex: 'metric_name',
          sorter: (one, other) => one.metric_name.localeCompare(other.metric_name),
        },
        { title: 'Label', dataIndex: 'verbose_name' },
        { title: 'SQL expression', dataIndex: 'expression', render: sqlText },
        { title: 'Description', dataIndex: 'description' },
      ]}
    />
  );
}

function sqlText(sql: string | null) {
  return sql && <code>{sql}</code>;
}
