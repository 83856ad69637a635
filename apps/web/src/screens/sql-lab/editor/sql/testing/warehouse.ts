import { functionsOf } from '../functions.ts';
import type { Knowledge } from '../offers.ts';
import type { CheckedCatalog } from '../problems.ts';
import { styleOf } from '../style.ts';

const TABLES: Readonly<Record<string, readonly string[]>> = {
  flights: ['origin', 'dest', 'delay', 'day', 'carrier'],
  airports: ['code', 'city', 'state', 'carrier'],
  'Order Items': ['item id', 'price', 'select', 'Total'],
  'sales.orders': ['id', 'customer_id', 'total', 'ordered_at'],
  'sales.customers': ['customer_id', 'full_name'],
  'Far Away.public.parcels': ['weight', 'sent_at'],
};

const plain = (path: readonly string[]) => path.join('.').toLowerCase();

const TABLES_OF: Readonly<Record<string, readonly string[]>> = {
  main: ['flights', 'airports', 'Order Items'],
  sales: ['orders', 'customers'],
};

/** A small database: three tables in the schema at hand and two in another. */
export const WAREHOUSE: CheckedCatalog = {
  schema: 'main',
  tables: TABLES_OF.main ?? [],
  schemas: ['main', 'sales'],
  databases: ['Far Away'],
  schemasOf: (database) => (database.toLowerCase() === 'far away' ? ['public', 'archive'] : undefined),
  tablesOf: (schema, database) =>
    database === undefined ? TABLES_OF[schema.toLowerCase()] : { public: ['parcels'] }[schema.toLowerCase()],
  columnsOf: (path) => {
    const found = Object.entries(TABLES).find(([name]) => name.toLowerCase() === plain(path));
    return found?.[1].map((name) => ({ name, type: name === 'delay' ? 'INTEGER' : 'VARCHAR' }));
  },
  known: ['flights'],
};

/** What a tab of an engine knows of it. */
export function knowledgeOf(backend: string): Knowledge {
  return {
    style: styleOf(backend),
    catalog: WAREHOUSE,
    functions: functionsOf(backend),
    parameters: ['who'],
  };
}
