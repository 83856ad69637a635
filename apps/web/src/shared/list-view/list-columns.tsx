import { DeleteOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons';
import type { PlainColumn } from '@chartroom/ui';
import type { ReactNode } from 'react';
import type { FavoriteKind } from '../../api/favorites.ts';
import { Star } from '../star.tsx';
import styles from './list-view.module.css';
import { RowButton } from './row-button.tsx';

export interface ListColumn<Row> {
  /** Order column on the server when sortable. */
  key: string;
  title: string;
  sortable?: boolean;
  width?: number;
  /** Left out on narrow screens. */
  secondary?: boolean;
  /** Of one row; `rows` are those of the whole page. */
  render: (row: Row, rows: readonly Row[]) => ReactNode;
}

/** What the table of a list can do with one row. */
export interface RowAbilities<Row> {
  columns: ListColumn<Row>[];
  /** Rows of the page in view. */
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  mayDelete?: ((row: Row) => boolean) | undefined;
  rowActions?: ((row: Row, rows: readonly Row[]) => ReactNode) | undefined;
  star?: FavoriteKind | undefined;
  favorites: ReadonlySet<number> | undefined;
  onEdit?: ((row: Row) => void) | undefined;
  onDelete: (row: Row) => void;
  onExport?: ((row: Row) => void) | undefined;
}

/** Columns of the table: the star, the list's own, and what can be done with a row. */
export function tableColumns<Row extends { id: number }>(props: RowAbilities<Row>): PlainColumn<Row>[] {
  const shown = props.columns.map((column) => ({
    key: column.key,
    title: column.title,
    width: column.width,
    isSortable: column.sortable,
    isSecondary: column.secondary,
    render: (row: Row) => <Cell>{column.render(row, props.rows)}</Cell>,
  }));
  const { star, onEdit, onExport, mayDelete } = props;
  const actions = {
    key: 'actions',
    title: 'Actions',
    // As narrow as its buttons.
    width: 1,
    render: (row: Row) => (
      <div className={styles.actions}>
        {onEdit && mayDelete?.(row) && (
          <RowButton
            icon={<EditOutlined aria-hidden />}
            label="Edit"
            name={props.nameOf(row)}
            onClick={() => onEdit(row)}
          />
        )}
        {props.rowActions?.(row, props.rows)}
        {onExport && (
          <RowButton
            icon={<DownloadOutlined aria-hidden />}
            label="Export"
            name={props.nameOf(row)}
            onClick={() => onExport(row)}
          />
        )}
        {mayDelete?.(row) && (
          <RowButton
            icon={<DeleteOutlined aria-hidden />}
            label="Delete"
            name={props.nameOf(row)}
            onClick={() => props.onDelete(row)}
          />
        )}
      </div>
    ),
  };
  const all = props.rowActions || mayDelete || onExport ? [...shown, actions] : shown;
  if (!star) return all;
  const stars = {
    key: 'star',
    title: '',
    width: 44,
    render: (row: Row) => <Star kind={star} id={row.id} starred={props.favorites?.has(row.id) ?? false} />,
  };
  return [stars, ...all];
}

/** Texts that are cut when they fill more lines than a cell has. */
const LONG = 60;

/** What stands in a cell, cut after a few lines: a name without an end leaves room for what can be done with its row. */
function Cell({ children }: { children: ReactNode }) {
  return (
    <div
      className={styles.cell}
      {...(typeof children === 'string' && children.length > LONG ? { title: children } : {})}
    >
      {children}
    </div>
  );
}
