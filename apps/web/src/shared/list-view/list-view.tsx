import { UploadOutlined } from '@ant-design/icons';
import type { BundledKind } from '@chartroom/model';
import { LIST_PAGE_SIZE } from '@chartroom/model';
import { EmptyState, ErrorAlert, Hint, loadable, PageNumbers, PlainTable } from '@chartroom/ui';
import { Link, useLocation } from '@tanstack/react-router';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { type FavoriteKind, useFavorites } from '../../api/favorites.ts';
import { type FetchPage, type ListFilter, useList } from '../../api/list.ts';
import type { CardFacts } from '../cards/thing-card.tsx';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import { ListCards } from './list-cards.tsx';
import { type ListColumn, type RowAbilities, tableColumns } from './list-columns.tsx';
import { type ListFilterField, ListFilters } from './list-filters.tsx';
import { type FilterValues, useListState, type ViewMode } from './list-state.ts';
import styles from './list-view.module.css';
import { type Deletable, useDeletion } from './use-deletion.tsx';
import { useExport } from './use-export.tsx';
import { CardSort, useViewMode, ViewModeSwitch } from './view-mode.tsx';

export type { ListColumn } from './list-columns.tsx';

const ImportDialog = loadable(async () => (await import('../import-dialog/import-dialog.tsx')).ImportDialog);

export interface ListRow {
  id: number;
}

export interface ListViewProps<Row extends ListRow> extends Deletable<Row> {
  title: string;
  /** Lists that belong together, this one among them. */
  tabs?: readonly { label: string; to: string }[];
  columns: ListColumn<Row>[];
  /** How a row looks as a card, and the column of its name; absent: there is only the table. */
  cards?: { card: (row: Row) => CardFacts; titleColumn: string };
  filters: ListFilterField[];
  /** Columns to ask the server for; absent = its own choice. */
  select?: string[];
  defaultSort: { sortColumn: string; sortOrder: 'asc' | 'desc' };
  /** Asked together with what the person filters by. */
  baseFilters?: ListFilter[];
  /** Asks for a page where the resource's own list call does not do. */
  fetchPage?: FetchPage<Row>;
  /** Rows that change by themselves: while the list shows one it looks again. */
  isRunning?: (row: Row, rows: readonly Row[]) => boolean;
  buttons?: ReactNode;
  /** Another way to narrow the list, between its filters and its rows. */
  narrowing?: (values: FilterValues, onChange: (values: FilterValues) => void) => ReactNode;
  /** Absent: nothing can be deleted here. */
  mayDelete?: (row: Row) => boolean;
  /** Opens the properties of a row, for who may delete it. */
  onEdit?: (row: Row) => void;
  /** What can be done with a row besides; `rows` are those of the page in view. */
  rowActions?: (row: Row, rows: readonly Row[]) => ReactNode;
  bulkActions?: BulkAction<Row>[];
  bulkSummary?: (rows: Row[]) => string;
  /** Kind of bundle that rows can be exported as, and whether the person may bring bundles in. */
  bundle?: { kind: BundledKind; mayImport: boolean; mayExport?: (row: Row) => boolean };
  empty: ReactNode;
  /** Rows of this kind carry the favourite star. */
  star?: FavoriteKind;
}

/** A list page: search and filters, sort and page in the address; bulk select, export, import and deletion where there are such. */
export function ListView<Row extends ListRow>(props: ListViewProps<Row>) {
  const [state, change] = useListState(props.defaultSort);
  const [mode, keepMode] = useViewMode(props.resource, state);
  const [bulk, setBulk] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<number | string, Row>>(new Map());
  const list = useList<Row>(
    props.resource,
    {
      filters: [...(props.baseFilters ?? []), ...apiFilters(props.filters, state.filters)],
      order_column: state.sortColumn,
      order_direction: state.sortOrder,
      page: state.pageIndex,
      page_size: LIST_PAGE_SIZE,
      ...(props.select ? { columns: props.select } : {}),
    },
    { fetchPage: props.fetchPage, isRunning: props.isRunning },
  );
  const rows = list.data?.result ?? [];
  const count = list.data?.count;
  useEffect(() => {
    // A page that is gone: its rows were deleted, or the link is old.
    if (count !== undefined && state.pageIndex > 0 && state.pageIndex * LIST_PAGE_SIZE >= count)
      change({ pageIndex: 0 });
  });
  const favorites = useFavorites(props.star, rows);
  const bundles = useExport(props.bundle?.kind);
  const clear = () => setChosen(new Map());
  const deletion = useDeletion<Row>(props, clear);
  const { mayDelete, bundle } = props;
  const actions: BulkAction<Row>[] = [
    ...(mayDelete
      ? [{ label: 'Delete', danger: true, refuses: (row: Row) => !mayDelete(row), run: deletion.ask }]
      : []),
    ...(bundle
      ? [
          {
            label: 'Export',
            refuses: (row: Row) => bundle.mayExport?.(row) === false,
            run: (all: Row[]) => bundles.start(all.map((row) => row.id)),
          },
        ]
      : []),
    ...(props.bulkActions ?? []),
  ];
  const abilities: RowAbilities<Row> = {
    ...props,
    rows,
    favorites: favorites.data,
    onDelete: (row) => deletion.ask([row]),
    onExport: bundle ? (row) => bundles.start([row.id]) : undefined,
  };
  const { cards } = props;
  const isCards = cards !== undefined && mode === 'card';
  const setMode = (viewMode: ViewMode) => {
    keepMode(viewMode);
    change({ viewMode });
  };
  const pagination = {
    current: state.pageIndex + 1,
    pageSize: LIST_PAGE_SIZE,
    total: count ?? 0,
    onChange: (page: number) => change({ pageIndex: page - 1 }),
  };
  const empty =
    Object.keys(state.filters).length > 0 ? (
      <EmptyState
        title="No results match your filter criteria"
        description={null}
        action={<Button onClick={() => change({ filters: {} })}>clear all filters</Button>}
      />
    ) : (
      props.empty
    );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{props.title}</h1>
        {props.tabs && <ListTabs label={props.title} tabs={props.tabs} />}
        <div className={styles.buttons}>
          {actions.length > 0 && (
            <Button onClick={() => setBulk(!bulk)} aria-pressed={bulk}>
              Bulk select
            </Button>
          )}
          {bundle?.mayImport && <ImportButton kind={bundle.kind} noun={props.noun} plural={props.plural} />}
          {props.buttons}
        </div>
      </header>
      {props.filters.length > 0 && (
        <ListFilters
          resource={props.resource}
          fields={props.filters}
          values={state.filters}
          onChange={(filters) => change({ filters })}
          before={cards && <ViewModeSwitch mode={mode} onChange={setMode} />}
          behind={isCards && <CardSort state={state} titleColumn={cards.titleColumn} onChange={change} />}
        />
      )}
      {props.narrowing?.(state.filters, (filters) => change({ filters }))}
      {bulk && (
        <BulkBar
          rows={[...chosen.values()]}
          actions={actions}
          summary={props.bulkSummary}
          onClear={clear}
          onClose={() => {
            clear();
            setBulk(false);
          }}
        />
      )}
      {list.isError && (
        <ListFailure plural={props.plural} error={list.error} onAgain={() => void list.refetch()} />
      )}
      {!list.isError && isCards && (
        <ListCards<Row>
          {...abilities}
          card={cards.card}
          chosen={bulk ? chosen : undefined}
          onChoose={setChosen}
          isLoading={list.isPending}
          empty={empty}
        />
      )}
      {!list.isError && !isCards && (
        <PlainTable<Row>
          columns={tableColumns(abilities)}
          rows={rows}
          keyOf={rowId}
          sort={{ key: state.sortColumn, order: state.sortOrder }}
          onSort={({ key, order }) => change({ sortColumn: key, sortOrder: order })}
          choice={bulk ? { chosen, onChoose: setChosen } : undefined}
          isWaiting={list.isPending || list.isPlaceholderData}
          empty={empty}
        />
      )}
      {!list.isError && <PageNumbers {...pagination} />}
      {bundles.busy}
      {deletion.dialog}
    </div>
  );
}

function ListTabs({ label, tabs }: { label: string; tabs: readonly { label: string; to: string }[] }) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={pathname === tab.to ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

const rowId = ({ id }: ListRow) => id;

function ImportButton({ kind, noun, plural }: { kind: BundledKind; noun: string; plural: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Hint title={`Import ${plural}`}>
        <Button
          icon={<UploadOutlined aria-hidden />}
          aria-label={`Import ${plural}`}
          onClick={() => setOpen(true)}
        />
      </Hint>
      {open && <ImportDialog kind={kind} noun={noun} onClose={() => setOpen(false)} />}
    </>
  );
}

function apiFilters(fields: ListFilterField[], values: FilterValues): ListFilter[] {
  return fields.flatMap((field): ListFilter[] => {
    const value = values[field.key];
    if (value === undefined || value === '') return [];
    if (!Array.isArray(value)) return [{ col: field.column, opr: field.operator, value }];
    const sent = (end: number) =>
      field.kind === 'dates' && !field.asMilliseconds ? new Date(end).toISOString() : end;
    const [low, high] = value;
    return [
      ...(low === null ? [] : [{ col: field.column, opr: 'gt', value: sent(low) }]),
      ...(high === null ? [] : [{ col: field.column, opr: 'lt', value: sent(high) }]),
    ];
  });
}

/** Why there is no list. */
function ListFailure({ plural, error, onAgain }: { plural: string; error: Error; onAgain: () => void }) {
  return (
    <ErrorAlert
      title={`An error occurred while fetching ${plural}`}
      errors={errorsOf(error)}
      action={<Button onClick={onAgain}>Try again</Button>}
    />
  );
}
