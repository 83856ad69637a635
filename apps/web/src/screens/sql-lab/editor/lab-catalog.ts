import type { TableEntry, TableMetadata } from '@chartroom/model';
import type { QueryClient } from '@tanstack/react-query';
import { fetchFunctionNames, fetchSchemas, fetchTable, fetchTables } from '../../../api/sql-lab.ts';
import { type TablesPlace, tableKey } from '../table-columns.ts';
import type { Column } from './sql/columns.ts';
import type { CheckedCatalog } from './sql/problems.ts';

/** How long what was fetched counts as known. */
const FRESH_MS = 60_000;

/** What the browser knows of a tab's database, fetched once for the whole screen. */
export class LabCatalog implements CheckedCatalog {
  readonly #client: QueryClient;
  readonly #place: TablesPlace;
  /** What cannot be fetched is not asked for again. */
  readonly #failed = new Set<string>();
  readonly #names = new WeakMap<readonly TableEntry[], NamesOf>();
  readonly #columns = new WeakMap<TableMetadata, readonly Column[]>();
  /** Other databases whose tables may be read here, by their names; each is known when it is first named. */
  readonly #others: ReadonlyMap<string, number>;
  readonly #opened = new Map<string, LabCatalog>();

  constructor(client: QueryClient, place: TablesPlace, others: ReadonlyMap<string, number> = new Map()) {
    this.#client = client;
    this.#place = place;
    this.#others = others;
  }

  get databases(): readonly string[] {
    return [...this.#others.keys()];
  }

  schemasOf(database: string): readonly string[] | undefined {
    return this.#schemaNamed(database) === undefined ? this.#other(database)?.schemas : undefined;
  }

  get tables(): readonly string[] {
    return this.#namesOf(this.#place.schema)?.all ?? [];
  }

  get schemas(): readonly string[] {
    return this.#client.getQueryData<string[]>(this.#schemasKey()) ?? [];
  }

  get functionNames(): readonly string[] {
    return this.#client.getQueryData<string[]>(this.#functionsKey()) ?? [];
  }

  get known(): readonly string[] {
    const { databaseId, catalog, schema } = this.#place;
    return this.#client
      .getQueriesData<TableMetadata>({ queryKey: ['table', databaseId, catalog, schema] })
      .flatMap(([, table]) => (table ? [table.name] : []));
  }

  get schema(): string | null {
    return this.#place.schema;
  }

  tablesOf(schema: string, database?: string): readonly string[] | undefined {
    if (database !== undefined) return this.#other(database)?.tablesOf(schema);
    return this.#namesOf(this.#schemaNamed(schema) ?? schema)?.all;
  }

  columnsOf(path: readonly string[]): readonly Column[] | undefined {
    if (path.length > 2) return this.#other(path[0])?.columnsOf(path.slice(1));
    const found = this.find(path);
    const table = found && this.#client.getQueryData<TableMetadata>(this.#keyOf(found));
    if (!table) return undefined;
    const known = this.#columns.get(table);
    if (known) return known;
    const columns = table.columns.map(({ name, longType, comment }) => ({ name, type: longType, comment }));
    this.#columns.set(table, columns);
    return columns;
  }

  /** The table that a path means, by the names that the database has for it; undefined for none that is known. */
  find(path: readonly string[]): Found | undefined {
    const table = path.at(-1);
    if (table === undefined) return undefined;
    const before = path.at(-2);
    const schema = before === undefined ? this.#place.schema : this.#schemaNamed(before);
    if (schema === null || schema === undefined) return undefined;
    const name = this.#namesOf(schema)?.named(table);
    return name === undefined ? undefined : { schema, table: name };
  }

  /** Fetches what is not known of these tables; undefined where nothing is left to be fetched. */
  load(paths: readonly (readonly string[])[]): Promise<unknown> | undefined {
    const elsewhere = paths.flatMap((path) => this.#loadElsewhere(path) ?? []);
    const here = this.#loadHere(paths.filter((path) => path.length < 3));
    if (elsewhere.length === 0) return here;
    return Promise.allSettled([...elsewhere, here]);
  }

  /** Fetches what is not known of a path that begins with the name of another database. */
  #loadElsewhere([first, ...inside]: readonly string[]): Promise<unknown> | undefined {
    const other = inside.length > 0 ? this.#other(first) : undefined;
    if (!other) return undefined;
    return other.#loadSchemas()?.then(() => other.load([inside])) ?? other.load([inside]);
  }

  #loadSchemas(): Promise<unknown> | undefined {
    const { databaseId, catalog } = this.#place;
    if (databaseId === null || this.#failed.has('schemas') || !this.#isDue(this.#schemasKey()))
      return undefined;
    return this.#fetch(this.#schemasKey(), (signal) =>
      fetchSchemas({ databaseId, catalog }, false, signal),
    ).catch(() => this.#failed.add('schemas'));
  }

  #other(name: string | undefined): LabCatalog | undefined {
    const lower = name?.toLowerCase();
    const [found, id] = [...this.#others].find(([each]) => each.toLowerCase() === lower) ?? [];
    if (found === undefined || id === undefined) return undefined;
    const known =
      this.#opened.get(found) ??
      new LabCatalog(this.#client, { databaseId: id, catalog: null, schema: null });
    this.#opened.set(found, known);
    return known;
  }

  #loadHere(paths: readonly (readonly string[])[]): Promise<unknown> | undefined {
    const names = this.#dueNames(paths);
    // Only then it is known which tables are meant.
    if (names.length > 0) return Promise.allSettled(names).then(() => this.#loadHere(paths));
    const due = paths.flatMap((path) => {
      const found = this.find(path);
      return found && this.#isDue(this.#keyOf(found)) ? this.#loading(found) : [];
    });
    return due.length > 0 ? Promise.allSettled(due) : undefined;
  }

  /** Fetches schemas, tables and functions, as soon as the tab knows where it is. */
  async loadNames(): Promise<void> {
    const { databaseId, schema } = this.#place;
    if (databaseId === null) return;
    await Promise.allSettled([
      this.#fetch(this.#schemasKey(), (signal) =>
        fetchSchemas({ databaseId, catalog: this.#place.catalog }, false, signal),
      ),
      this.#fetch(this.#functionsKey(), (signal) => fetchFunctionNames(databaseId, signal)),
      ...(schema === null ? [] : [this.#loadTables(schema)]),
    ]);
  }

  /** Whether something was never fetched, or has changed since. */
  #isDue(queryKey: unknown[]): boolean {
    const state = this.#client.getQueryState(queryKey);
    return state?.data === undefined || state.isInvalidated;
  }

  /** Tables of schemas that a statement means and that are not known. */
  #dueNames(paths: readonly (readonly string[])[]): Promise<unknown>[] {
    const schemas = new Set(
      paths.flatMap(
        ([first = '', ...more]) => (more.length > 0 ? this.#schemaNamed(first) : this.#place.schema) ?? [],
      ),
    );
    return [...schemas].flatMap((schema) => {
      const isDue = this.#isDue(this.#tablesKey(schema)) && !this.#failed.has(`schema ${schema}`);
      return isDue ? this.#loadTables(schema) : [];
    });
  }

  #loadTables(schema: string): Promise<unknown> {
    const { databaseId, catalog } = this.#place;
    const ask = (signal: AbortSignal) =>
      fetchTables({ databaseId: databaseId ?? 0, catalog }, schema, signal);
    return this.#fetch(this.#tablesKey(schema), ask).catch(() => this.#failed.add(`schema ${schema}`));
  }

  #loading(found: Found): Promise<unknown>[] {
    const { databaseId, catalog } = this.#place;
    const name = `${found.schema}.${found.table}`;
    if (databaseId === null || this.#failed.has(name)) return [];
    const ask = (signal: AbortSignal) =>
      fetchTable({ databaseId, catalog }, found.schema, found.table, signal);
    return [this.#fetch(this.#keyOf(found), ask).catch(() => this.#failed.add(name))];
  }

  #fetch<T>(queryKey: unknown[], ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const queryFn = ({ signal }: { signal: AbortSignal }) => ask(signal);
    return this.#client.fetchQuery({ queryKey, queryFn, staleTime: FRESH_MS });
  }

  #schemaNamed(name: string): string | undefined {
    const lower = name.toLowerCase();
    return (
      this.schemas.find((each) => each === name) ?? this.schemas.find((each) => each.toLowerCase() === lower)
    );
  }

  #namesOf(schema: string | null): NamesOf | undefined {
    if (schema === null) return undefined;
    const entries = this.#client.getQueryData<TableEntry[]>(this.#tablesKey(schema));
    if (!entries) return undefined;
    const known = this.#names.get(entries) ?? namesOf(entries);
    this.#names.set(entries, known);
    return known;
  }

  #keyOf({ schema, table }: Found): unknown[] {
    return tableKey({ ...this.#place, schema }, table);
  }

  #tablesKey(schema: string): unknown[] {
    return ['tables', this.#place.databaseId, this.#place.catalog, schema];
  }

  #schemasKey(): unknown[] {
    return ['schemas', this.#place.databaseId, this.#place.catalog];
  }

  #functionsKey(): unknown[] {
    return ['functions', this.#place.databaseId];
  }
}

interface Found {
  schema: string;
  table: string;
}

interface NamesOf {
  all: readonly string[];
  named: (name: string) => string | undefined;
}

function namesOf(entries: readonly TableEntry[]): NamesOf {
  const all = entries.map(({ value }) => value);
  const exact = new Set(all);
  const lower = new Map(all.map((name) => [name.toLowerCase(), name]));
  return { all, named: (name) => (exact.has(name) ? name : lower.get(name.toLowerCase())) };
}
