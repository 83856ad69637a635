import { DeleteOutlined, ExportOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';

/** What can be done with a thing beside opening it. */
export interface CardAbilities<Row> {
  onExport?: ((row: Row) => void) | undefined;
  onDelete: (row: Row) => void;
  mayDelete?: ((row: Row) => boolean) | undefined;
}

/** The menu of a card. */
export function cardMenu<Row>(row: Row, { onExport, onDelete, mayDelete }: CardAbilities<Row>): NonNullable<MenuProps['items']> {
  const exporting = { key: 'export', icon: <ExportOutlined />, label: 'Export', onClick: () => onExport?.(row) };
  const deleting = { key: 'delete', icon: <DeleteOutlined />, label: 'Delete', danger: true, onClick: () => onDelete(row) };
  return [...(onExport ? [exporting] : []), ...(mayDelete?.(row) ? [deleting] : [])];
}
