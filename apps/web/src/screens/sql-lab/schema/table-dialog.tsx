import { SqlText } from '@chartroom/ui';
import { Button, Table } from 'antd';
import { Dialog } from '../../../shared/dialog.tsx';
import styles from './schema.module.css';
import { copy, type LineDialog, said } from './table-menu.tsx';

/** The keys of a table, or the statement that makes a view. */
export function TableDialog(props: LineDialog & { onClose: () => void }) {
  if (props.kind === 'view') {
    const { name, sql, onClose } = props;
    return (
      <Dialog width={720} title={`CREATE VIEW ${name}`} footer={null} onCancel={onClose}>
        <pre className={styles.statement}>
          <SqlText text={sql} />
        </pre>
        <Button onClick={() => void said(() => copy(sql))}>Copy</Button>
      </Dialog>
    );
  }
  const { table, onClose } = props;
  return (
    <Dialog width={720} title={`Keys for table ${table.name}`} footer={null} onCancel={onClose}>
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        rowKey="place"
        locale={{ emptyText: 'This table has no keys and no indexes' }}
        dataSource={table.indexes.map((key, place) => ({
          place,
          kind: KINDS[key.type],
          name: key.name ?? '',
          columns: key.column_names.join(', '),
          refers: key.type === 'fk' ? `${key.referred_table} (${key.referred_columns.join(', ')})` : '',
        }))}
        columns={[
          { title: 'Kind', dataIndex: 'kind' },
          { title: 'Name', dataIndex: 'name' },
          { title: 'Columns', dataIndex: 'columns' },
          { title: 'Refers to', dataIndex: 'refers' },
        ]}
      />
    </Dialog>
  );
}

const KINDS = { pk: 'Primary key', fk: 'Foreign key', index: 'Index' };
