import { DeleteOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Table, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import styles from './dataset-editor.module.css';

interface Part {
  key: string;
}

interface PartTableProps<Row extends Part> {
  /** What the table holds, in the plural. */
  label: string;
  rows: readonly Row[];
  columns: TableColumnsType<Row>;
  nameOf: (row: Row) => string;
  /** What a search looks at. */
  textOf: (row: Row) => string;
  /** Further fields of a row. */
  details: (row: Row) => ReactNode;
  onRemove: (row: Row) => void;
  /** Absent where rows come from elsewhere. */
  onAdd?: () => void;
  /** Beside the search. */
  actions?: ReactNode;
}

/** Rows of a table without so many that the page grows slow. */
const PAGE = 25;

/** Columns or metrics of a dataset: searched, a page at a time, each with more behind its arrow. */
export function PartTable<Row extends Part>(props: PartTableProps<Row>) {
  const { label, rows, columns, nameOf, textOf, details, onRemove, onAdd, actions } = props;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = wanted ? rows.filter((row) => textOf(row).toLowerCase().includes(wanted)) : rows;
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label={`Search ${label}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {actions}
        {onAdd && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
            Add item
          </Button>
        )}
      </div>
      <Table<Row>
        size="small"
        rowKey="key"
        aria-label={label}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: 'No items' }}
        dataSource={[...shown]}
        expandable={{ expandedRowRender: details, expandRowByClick: false }}
        columns={[
          ...columns,
          {
            key: 'remove',
            title: '',
            width: 44,
            render: (_value, row) => (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`Delete ${nameOf(row)}`}
                onClick={() => onRemove(row)}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

/** A field with its name. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      {children}
    </div>
  );
}
