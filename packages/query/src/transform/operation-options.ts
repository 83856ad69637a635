import { beyondBound } from '@chartroom/model';
import { queryError } from '../query-error.ts';
import type { ShapedTable, TableColumn } from './table.ts';
import { type Work, withinBound } from './work.ts';

/** What a step is going to make. */
interface Making {
  rows: number;
  columns: number;
  /** Cells that are computed; those that are passed on as they are do not count. */
  cells: number;
  /** Values that are looked at on the way. */
  work?: number;
}

/** Reads the options of one operation; what is missing, wrong or too much is named with the operation and the option. */
export class OperationOptions {
  readonly operation: string;
  readonly work: Work;
  readonly #options: ReadonlyMap<string, unknown>;
  readonly #columns = new WeakMap<ShapedTable, Map<unknown, TableColumn[]>>();

  constructor(operation: string, options: Record<string, unknown> | null | undefined, work: Work) {
    this.operation = operation;
    this.work = work;
    this.#options = new Map(Object.entries(options ?? {}));
  }

  error(message: string): Error {
    return queryError(`${this.operation}: ${message}`);
  }

  /** An error whose text is recorded in the conformance cases, word for word. */
  recordedError(message: string): Error {
    return queryError(message);
  }

  /**
   * Says what the step is going to make out of a table, before it begins. What the table has already is no step's fault.
   * @throws ChartroomError 400 naming what is beyond which bound
   */
  makes(table: ShapedTable, { rows, columns, cells, work = cells }: Making): void {
    const { bounds } = this.work;
    const most = (what: string, value: number, bound: number) => {
      if (value > bound) throw beyondBound(`${this.operation}: the number of ${what}`, value, bound);
    };
    most('rows that it would make', rows, Math.max(bounds.MAX_STEP_ROWS, table.length));
    most(
      'columns that it would make',
      columns,
      Math.max(bounds.MAX_STEP_COLUMNS, table.columns.length + table.index.length),
    );
    most(
      'cells that it would make',
      cells,
      Math.max(bounds.MAX_STEP_CELLS, table.length * table.columns.length),
    );
    most('values that it would look at', Math.ceil(work), bounds.MAX_STEP_WORK);
    this.work.spend(0);
  }

  /** The same for a step that computes some columns of the rows that are there. */
  makesColumns(table: ShapedTable, count: number, work?: number): void {
    this.makes(table, {
      rows: table.length,
      columns: table.columns.length + count,
      cells: table.length * count,
      ...(work !== undefined && { work }),
    });
  }

  value(name: string): unknown {
    return this.#options.get(name) ?? undefined;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.value(name);
    return typeof value === 'boolean' ? value : fallback;
  }

  number(name: string, fallback: number): number;
  number(name: string): number | undefined;
  number(name: string, fallback?: number): number | undefined {
    const value = this.value(name);
    if (value === undefined) return fallback;
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw this.error(`the option "${name}" is no number`);
    return value;
  }

  /** A number that lies within a bound in either direction. */
  bounded(name: string, fallback: number, bound: number): number {
    return withinBound(`${this.operation}: the option "${name}"`, this.number(name, fallback), bound);
  }

  text(name: string): string {
    const value = this.value(name);
    if (typeof value !== 'string') throw this.error(`the option "${name}" is missing`);
    return this.#label(name, value);
  }

  optionalText(name: string): string | undefined {
    return this.value(name) === undefined ? undefined : this.text(name);
  }

  /** A list of names; a single name stands for a list of one. */
  names(name: string): string[] {
    const value = this.value(name);
    if (value === undefined) return [];
    const list = Array.isArray(value) ? this.#listed(name, value) : [value];
    return list.map((each: unknown) => {
      if (typeof each !== 'string') throw this.error(`the option "${name}" is no list of names`);
      return this.#label(name, each);
    });
  }

  list(name: string): unknown[] | undefined {
    const value = this.value(name);
    return Array.isArray(value) ? this.#listed(name, value) : undefined;
  }

  /** Names and what they become. */
  entries(name: string): [string, unknown][] {
    const value = this.value(name);
    if (value === undefined) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.error(`the option "${name}" is no object`);
    const entries = this.#listed(name, Object.entries(value));
    for (const text of entries.flat()) if (typeof text === 'string') this.#label(name, text);
    return entries;
  }

  /** Names of columns and the names their results get. */
  mapping(name: string): [string, string][] {
    return this.entries(name).map(([source, target]) => [
      source,
      typeof target === 'string' ? target : source,
    ]);
  }

  /** Columns whose name starts with this part. */
  columnsNamed(table: ShapedTable, name: string): readonly TableColumn[] {
    return this.#byName(table).get(name) ?? [];
  }

  /** @throws ChartroomError 400 when the table has no column whose name starts so */
  requireColumns(table: ShapedTable, names: readonly string[]): void {
    const known = this.#byName(table);
    if (names.some((name) => !known.has(name)))
      throw this.recordedError('Referenced columns not available in DataFrame.');
  }

  #byName(table: ShapedTable): Map<unknown, TableColumn[]> {
    const known = this.#columns.get(table);
    if (known) return known;
    const byName = new Map<unknown, TableColumn[]>();
    for (const column of table.columns) {
      const [name = null] = column.parts;
      const named = byName.get(name);
      if (named) named.push(column);
      else byName.set(name, [column]);
    }
    this.#columns.set(table, byName);
    return byName;
  }

  #label(name: string, text: string): string {
    const most = this.work.bounds.MAX_LABEL_LENGTH;
    if (text.length > most)
      throw beyondBound(`${this.operation}: the length of a text in the option "${name}"`, text.length, most);
    return text;
  }

  #listed<Item>(name: string, list: Item[]): Item[] {
    const most = this.work.bounds.MAX_STEP_COLUMNS;
    if (list.length > most)
      throw beyondBound(
        `${this.operation}: the number of entries in the option "${name}"`,
        list.length,
        most,
      );
    return list;
  }
}
