import { DeleteOutlined } from '@ant-design/icons';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Table, type TableProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { errorsOf, errorText } from '../../api/client.ts';
import { useFavorites } from '../../api/favorites.ts';
import { deleteMany, type ListFilter, useList } from '../../api/list.ts';
import { toast } from '../../app/toasts.tsx';
import { ConfirmDelete } from '../confirm-delete.tsx';
import { Star } from '../star.tsx';
import { type ListFilterField, ListFilters } from './list-filters.tsx';
import { type FilterValues, useListState } from './list-state.ts';
import styles from './list-view.module.css';

/** Rows per page everywhere (contract/ui.md A4). */
const PAGE_SIZE = 25;

export interface ListRow {
  id: number;
}

export interface ListColumn<Row> {
  /** Order column on the server when sortable. */
  key: string;
  title: string;
  sortable?: boolean;
  width?: number;
  /** Left out on narrow screens. */
  secondary?: boolean;
  render: (row: Row) => ReactNode;
}

export interface ListViewProps<Row extends ListRow> {
  title: string;
  /** Resource below /api/v1, e.g. `chart`. */
  resource: string;
  /** What one and several are called: 'chart', 'charts'. */
  noun: string;
  plural: string;
  columns: ListColumn<Row>[];
  filters: ListFilterField[];
  /** Columns to ask the server for; absent = its own choice. */
  select?: string[];
  defaultSort: { sortColumn: string; sortOrder: 'asc' | 'desc' };
  /** Asked together with what the person filters by. */
  baseFilters?: ListFilter[];
  buttons?: ReactNode;
  nameOf: (row: Row) => string;
  mayDelete: (row: Row) => boolean;
  /** What a person reads before deleting. */
  deleteText: (rows: Row[]) => ReactNode;
  rowActions?: (row: Row) => ReactNode;
  empty: ReactNode;
  /** Rows of this kind carry the favourite star. */
  star?: 'chart' | 'dashboard';
}

/** A list page: search and filters, sort and page in the address, delete one or many. */
export function ListView<Row extends ListRow>(props: ListViewProps<Row>) {
  const [state, change] = useListState(props.defaultSort);
  const [bulk, setBulk] = useState(false);
  const [chosen, setChosen] = useState<number[]>([]);
  const [doomed, setDoomed] = useState<Row[]>([]);
  const list = useList<Row>(props.resource, {
    filters: [...(props.baseFilters ?? []), ...apiFilters(props.filters, state.filters)],
    order_column: state.sortColumn,
    order_direction: state.sortOrder,
    page: state.pageIndex,
    page_size: PAGE_SIZE,
    ...(props.select ? { columns: props.select } : {}),
  });
  const rows = list.data?.result ?? [];
  const favorites = useFavorites(props.star, rows);
  const remove = useDelete(props.resource, props.plural, () => {
    setDoomed([]);
    setChosen([]);
  });
  const onChange: TableProps<Row>['onChange'] = (pagination, _filters, sorter) => {
    const page = (pagination.current ?? 1) - 1;
    if (page !== state.pageIndex) {
      change({ pageIndex: page });
      return;
    }
    const sort = Array.isArray(sorter) ? sorter[0] : sorter;
    const key = sort?.columnKey;
    // A sort is toggled but never removed.
    if (key !== undefined)
      change({
        sortColumn: String(key),
        sortOrder: sort?.order === 'descend' || (key === state.sortColumn && state.sortOrder === 'asc') ? 'desc' : 'asc',
      });
  };
  const filtered = Object.keys(state.filters).length > 0;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{props.title}</h1>
        <div className={styles.buttons}>
          <Button onClick={() => setBulk(!bulk)} aria-pressed={bulk}>
            Bulk select
          </Button>
          {props.buttons}
        </div>
      </header>
      <ListFilters resource={props.resource} fields={props.filters} values={state.filters} onChange={(filters) => change({ filters })} />
      {bulk && (
        <div className={styles.bulk} role="status">
          <span>{chosen.length} Selected</span>
          {chosen.length > 0 && (
            <>
              <Button type="link" size="small" onClick={() => setChosen([])}>
                Deselect all
              </Button>
              <Button size="small" danger onClick={() => setDoomed(rows.filter((row) => chosen.includes(row.id) && props.mayDelete(row)))}>
                Delete
              </Button>
            </>
          )}
        </div>
      )}
      {list.isError ? (
        <ErrorAlert errors={errorsOf(list.error)} action={<Button onClick={() => void list.refetch()}>Try again</Button>} />
      ) : (
        <Table<Row>
          className={styles.table}
          rowKey="id"
          size="middle"
          loading={list.isPending || list.isPlaceholderData}
          dataSource={rows}
          columns={tableColumns(props, state, favorites.data, setDoomed)}
          {...(bulk ? { rowSelection: { selectedRowKeys: chosen, onChange: (keys) => setChosen(keys.map(Number)) } } : {})}
          scroll={{ x: 'max-content' }}
          pagination={{
            current: state.pageIndex + 1,
            pageSize: PAGE_SIZE,
            total: list.data?.count ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            showTotal: (total, range) => `${range[0]}-${range[1]} of ${total}`,
          }}
          onChange={onChange}
          locale={{
            emptyText: list.isPending ? (
              <div className={styles.blank} />
            ) : filtered ? (
              <EmptyState
                title="No results match your filter criteria"
                description={null}
                action={<Button onClick={() => change({ filters: {} })}>clear all filters</Button>}
              />
            ) : (
              props.empty
            ),
          }}
        />
      )}
      {doomed.length > 0 && (
        <ConfirmDelete
          title={doomed.length === 1 ? `Delete ${props.noun}?` : `Delete ${doomed.length} ${props.plural}?`}
          busy={remove.isPending}
          onCancel={() => setDoomed([])}
          onConfirm={() => remove.mutate({ ids: doomed.map((row) => row.id), names: doomed.map(props.nameOf) })}
        >
          {props.deleteText(doomed)}
        </ConfirmDelete>
      )}
    </div>
  );
}

function useDelete(resource: string, plural: string, done: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids }: { ids: number[]; names: string[] }) => deleteMany(resource, ids),
    onSuccess: (_answer, { names }) => {
      toast.success(`Deleted: ${names.join(', ')}`);
      done();
      return client.invalidateQueries({ queryKey: [resource] });
    },
    onError: (error) => toast.error(`There was an issue deleting the selected ${plural}: ${errorText(error)}`),
  });
}

function tableColumns<Row extends ListRow>(
  props: ListViewProps<Row>,
  state: { sortColumn: string; sortOrder: 'asc' | 'desc' },
  favorites: ReadonlySet<number> | undefined,
  doom: (rows: Row[]) => void,
): TableProps<Row>['columns'] {
  const shown = props.columns.map((column) => ({
    key: column.key,
    title: column.title,
    ...(column.width ? { width: column.width } : {}),
    ...(column.secondary ? { responsive: ['md' as const] } : {}),
    ...(column.sortable
      ? {
          sorter: true,
          sortDirections: ['ascend' as const, 'descend' as const],
          sortOrder: state.sortColumn === column.key ? (state.sortOrder === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
        }
      : {}),
    render: (_value: unknown, row: Row) => column.render(row),
  }));
  const actions = {
    key: 'actions',
    title: 'Actions',
    width: 120,
    render: (_value: unknown, row: Row) => (
      <div className={styles.actions}>
        {props.rowActions?.(row)}
        {props.mayDelete(row) && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`Delete ${props.nameOf(row)}`}
            onClick={() => doom([row])}
          />
        )}
      </div>
    ),
  };
  const { star } = props;
  if (!star) return [...shown, actions];
  const stars = {
    key: 'star',
    title: '',
    width: 44,
    render: (_value: unknown, row: Row) => <Star kind={star} id={row.id} starred={favorites?.has(row.id) ?? false} />,
  };
  return [stars, ...shown, actions];
}

function apiFilters(fields: ListFilterField[], values: FilterValues): ListFilter[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    return value === undefined || value === '' ? [] : [{ col: field.column, opr: field.operator, value }];
  });
}
