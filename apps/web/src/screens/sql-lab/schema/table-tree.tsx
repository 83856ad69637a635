import {
  DownOutlined,
  EyeOutlined,
  KeyOutlined,
  LinkOutlined,
  MoreOutlined,
  OrderedListOutlined,
  RightOutlined,
  SafetyCertificateOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { TableEntry } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { DropMenu, EmptyState, ErrorAlert, Hint, loadable, openMenuAt, VirtualTree } from '@chartroom/ui';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Input, Skeleton } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { errorsOf, errorText } from '../../../api/client.ts';
import { fetchTable, fetchTables } from '../../../api/sql-lab.ts';
import { toast } from '../../../base/toasts.tsx';
import { useLab } from '../lab-store.ts';
import { notKept, useSouth } from '../results/south-store.ts';
import { tableKey } from '../table-columns.ts';
import { ColumnCard, useColumnCard } from './column-card.tsx';
import { useOpenTables, useTables } from './open-tables.ts';
import styles from './schema.module.css';
import type { SchemaPlace } from './schema-place.ts';
import { copy, said, useTableMenu } from './table-menu.tsx';
import { type SchemaRow, type TableDetails, TableFinder, treeRows } from './tree-rows.ts';

const TableDialog = loadable(async () => (await import('./table-dialog.tsx')).TableDialog);

const FRESH = 60_000;

/** The tables of a schema, searched, with their columns. */
export function TableTree({ place }: { place: SchemaPlace }) {
  const tables = useQuery({
    queryKey: ['tables', place.databaseId, place.catalog, place.schema],
    staleTime: FRESH,
    queryFn: ({ signal }) => fetchTables(place, place.schema, signal),
  });
  if (tables.isPending) return <Skeleton active title={false} />;
  if (tables.isError)
    return (
      <ErrorAlert compact title="There was an error loading the tables" errors={errorsOf(tables.error)} />
    );
  return <Tree place={place} tables={tables.data} />;
}

function Tree({ place, tables }: { place: SchemaPlace; tables: readonly TableEntry[] }) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const finder = useMemo(() => new TableFinder(tables), [tables]);
  const found = useMemo(() => finder.find(wanted), [finder, wanted]);
  const { rows, placeKey } = useTreeRows(place, found);
  const { turn } = useOpenTables.getState();
  const [chosen, setChosen] = useState<SchemaRow>();
  const { menu, dialog, closeDialog } = useTableMenu(place, chosen);
  const card = useColumnCard();
  return (
    <>
      <Input
        allowClear
        aria-label="Search tables"
        placeholder={`Search ${grouped(tables.length)} ${tables.length === 1 ? 'table' : 'tables'}`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 && <EmptyState size="small" title="No tables" description={null} />}
      <DropMenu trigger={['contextMenu']} autoFocus destroyOnHidden menu={menu} onOpenChange={card.leave}>
        <div className={styles.tree}>
          <VirtualTree
            label="Tables"
            rows={rows}
            render={renderRow}
            onToggle={(row) => {
              turn('open', placeKey, row.table.value);
              if (row.kind === 'table' && !row.isOpen) pin(place, row.table.value);
            }}
            onAct={(row, element) => {
              if (row.kind === 'partition') void said(() => copy(row.query));
              else card.turn(row, element);
            }}
            onMenu={setChosen}
            onPoint={card.point}
          />
        </div>
      </DropMenu>
      {card.shown && <ColumnCard place={place} {...card.shown} onEnter={card.stay} onLeave={card.leave} />}
      {dialog && <TableDialog {...dialog} onClose={closeDialog} />}
    </>
  );
}

/** A table that is opened is looked at below the editor, too (contract/ui.md E2). */
function pin({ databaseId, catalog, schema }: SchemaPlace, table: string): void {
  const { active } = useLab.getState();
  if (active === undefined) return;
  useSouth
    .getState()
    .pin(active, { databaseId, catalog, schema, table })
    .catch((error: unknown) => toast.warning(notKept(error)));
}

/** The lines of the tree; what is open is fetched. */
function useTreeRows(place: SchemaPlace, found: readonly TableEntry[]) {
  const placeKey = JSON.stringify(place);
  const open = useTables('open', placeKey);
  const sorted = useTables('sorted', placeKey);
  const names = useMemo(() => [...open], [open]);
  const details = useQueries({
    queries: names.map((table) => ({
      queryKey: tableKey(place, table),
      staleTime: FRESH,
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchTable(place, place.schema, table, signal),
    })),
    combine: (answers) => answers.map(({ data, error }): TableDetails => ({ data, error })),
  });
  const rows = useMemo(() => {
    const known = new Map(
      names.map((name, at): [string, TableDetails] => [
        name,
        details[at] ?? { data: undefined, error: null },
      ]),
    );
    return treeRows(found, known, sorted);
  }, [found, names, details, sorted]);
  return { rows, placeKey };
}

function renderRow(row: SchemaRow) {
  if (row.kind === 'table') return <TableLine table={row.table} isOpen={row.isOpen === true} />;
  if (row.kind === 'column') return <ColumnLine row={row} />;
  if (row.kind === 'partition')
    return (
      <Hint title="Copy partition query to clipboard">
        <span className={styles.name}>{`latest partition: ${row.latest}`}</span>
      </Hint>
    );
  if (row.error) {
    const problem = `An error occurred while fetching table metadata: ${errorText(row.error)}`;
    return (
      <Hint title={problem}>
        <span className={styles.problem}>{problem}</span>
      </Hint>
    );
  }
  return <span className={styles.faint}>Loading …</span>;
}

function TableLine({ table, isOpen }: { table: TableEntry; isOpen: boolean }) {
  const Icon = table.type === 'view' ? EyeOutlined : TableOutlined;
  return (
    <>
      {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      <Icon aria-hidden />
      <span className={styles.name} title={table.value}>
        {table.value}
      </span>
      {table.extra?.certification !== null && table.extra?.certification !== undefined && (
        <SafetyCertificateOutlined aria-label="certified" className={styles.certified} />
      )}
      {table.type === 'view' && <em className={styles.type}>view</em>}
      {/* For the pointer: keys ask for the menu on the line itself. */}
      <span
        aria-hidden
        className={styles.more}
        onClick={(event) => {
          event.stopPropagation();
          openMenuAt(event.currentTarget);
        }}
      >
        <MoreOutlined />
      </span>
    </>
  );
}

/** Signs of the keys that a column belongs to. */
const KEY_ICONS = { pk: KeyOutlined, fk: LinkOutlined, index: OrderedListOutlined };
const KEY_NAMES = { pk: 'primary key', fk: 'foreign key', index: 'index' };

function ColumnLine({ row: { column } }: { row: SchemaRow & { kind: 'column' } }) {
  const kinds = [...new Set(column.keys.map(({ type }) => type))];
  return (
    <>
      <span className={kinds.length > 0 ? styles.keyed : styles.name}>{column.name}</span>
      {kinds.map((kind) => {
        const Icon = KEY_ICONS[kind];
        return <Icon key={kind} aria-label={KEY_NAMES[kind]} className={styles.sign} />;
      })}
      <em className={styles.type}>{column.type}</em>
    </>
  );
}
