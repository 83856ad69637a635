import { DeleteOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';

/** What can be done with a thing beside opening it. */
export interface CardAbilities<Row> {
  /** Opens its properties, for who may delete it. */
  onEdit?: ((row: Row) => void) | undefined;
  onExport?: ((row: Row) => void) | undefined;
  onDelete: (row: Row) => void;
  mayDelete?: ((row: Row) => boolean) | undefined;
}

/** The menu of a card. */
export function cardMenu<Row>(
  row: Row,
  { onEdit, onExport, onDelete, mayDelete }: CardAbilities<Row>,
): NonNullable<MenuProps['items']> {
  const exporting = {
    key: 'export',
    icon: <DownloadOutlined />,
    label: 'Export',
    onClick: () => onExport?.(row),
  };
  const deleting = {
    key: 'delete',
    icon: <DeleteOutlined />,
    label: 'Delete',
    danger: true,
    onClick: () => onDelete(row),
  };
  const editing = { key: 'edit', icon: <EditOutlined />, label: 'Edit', onClick: () => onEdit?.(row) };
  const isChanged = mayDelete?.(row) === true;
  return [
    ...(onEdit && isChanged ? [editing] : []),
    ...(onExport ? [exporting] : []),
    ...(isChanged ? [deleting] : []),
  ];
}
