import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../records/records.ts';
import { IdSet, idsAsText, idsIn } from './id-set.ts';
import { KeptTexts, type TextPart } from './kept-texts.ts';
import { type Change, ListChanges, type Moment } from './list-changes.ts';
import type { Condition } from './list-filters.ts';
import { type ListOrder, placed } from './list-orders.ts';
import type { Reaches } from './reaches.ts';

/** Rows that meet a condition. */
export interface Search {
  table: string;
  /** Looks at one row of the table, which goes by `t`. */
  look: Condition;
  /** Finds the ids of all rows that meet it, in the column `id`; each may come more than once. */
  all: RawBuilder<unknown>;
  reaches: Reaches;
  /** The part of a text that is looked for, and the rows that are found in another way besides. */
  part?: TextPart | undefined;
  beside?: RawBuilder<unknown> | undefined;
}

/** Changed rows that are looked at one by one; with more of them everything is read again. */
const MOST_LOOKED_AT = 1_000;
const MOST_PLACED = 100;
/** Bytes of kept sets, and of kept orders. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Rows of an order that are read for a page; for later pages the whole order is kept. */
const FAR = 20_000;

/**
 * The ids of the rows that filters leave and the orders of long lists, kept in memory: what changes is looked at again
 * row by row, whoever changes it, so that they are right however many servers work on the records.
 */
export class KeptLists {
  readonly #db: Db;
  readonly #changes: ListChanges;
  readonly #sets = new Shelf<IdSet>(({ bytes }) => bytes + 500);
  readonly #orders = new Shelf<Int32Array>(({ byteLength }) => byteLength);
  readonly far: number;
  readonly texts: KeptTexts;

  constructor(db: Db, { far = FAR } = {}) {
    this.#db = db;
    this.far = far;
    this.#changes = new ListChanges(db);
    this.texts = new KeptTexts(db, this.#changes);
  }

  /** What the tables are like now; everything that is asked with it is at least as new. */
  now(): Promise<Moment> {
    return this.#changes.now();
  }

  /** The ids of a statement that tells them as one text. */
  async ids(statement: RawBuilder<{ ids: string | null }>): Promise<Int32Array> {
    const { rows } = await statement.execute(this.#db);
    return idsIn(rows[0]?.ids);
  }

  /** The rows that meet a condition. */
  async found({ table, look, all, reaches, part, beside }: Search, moment: Moment): Promise<IdSet> {
    const make = async () => {
      const isKept = part && this.texts.has(table);
      // The store works while the texts are looked through, once its question is on the way.
      const [others, texts] = await Promise.all([
        isKept && beside ? this.ids(idsAsText(beside)) : [],
        isKept ? setImmediate().then(() => this.texts.ids(table, part)) : undefined,
      ]);
      if (!texts) return IdSet.of(await this.ids(idsAsText(all)));
      return beside ? IdSet.of(texts).or(IdSet.of(others)) : IdSet.of(texts);
    };
    const compiled = look.compile(this.#db);
    const tables = new Set([table, ...tablesIn(compiled.sql)]);
    if (!isCounted(tables, moment)) return make();
    const mend = async (set: IdSet, touched: number[]) => {
      if (touched.length > MOST_LOOKED_AT) return undefined;
      const { rows } = await sql<{ id: number }>`select t.id as id from ${sql.table(table)} as t
        where t.id in (${sql.raw(touched.join(', '))}) and ${look}`.execute(this.#db);
      return set.settled(touched, new Set(rows.map(({ id }) => id)));
    };
    return this.#current(this.#sets, `${table} ${keyOf(compiled)}`, { tables, reaches, make, mend }, moment);
  }

  /** The ids of all rows in an order; undefined when it depends on what is not followed. */
  async ordered(order: ListOrder, reaches: Reaches, moment: Moment): Promise<Int32Array | undefined> {
    const compiled = order.placing([0]).compile(this.#db);
    const tables = new Set(tablesIn(compiled.sql));
    if (!isCounted(tables, moment)) return undefined;
    const make = async () => {
      const parts: Int32Array[] = [];
      for (const part of order.parts(false, Number.MAX_SAFE_INTEGER)) parts.push(await this.ids(part));
      const [only] = parts;
      return parts.length === 1 && only ? only : Int32Array.from(parts.flatMap((part) => [...part]));
    };
    const mend = async (ids: Int32Array, touched: number[], upTo: number) => {
      if (touched.length > MOST_PLACED) return undefined;
      const mended = await placed(ids, touched, async (some) => {
        const { rows } = await order.placing(some).execute(this.#db);
        return rows.map(({ id }) => id);
      });
      // Places are found by several statements: they are right when nothing has changed from the first to the last.
      await this.#changes.now();
      return this.#changes.at === upTo ? mended : undefined;
    };
    const recipe = { tables, reaches: { ...reaches, ...order.reaches }, make, mend };
    return this.#current(this.#orders, keyOf(compiled), recipe, moment);
  }

  async #current<Value>(
    shelf: Shelf<Value>,
    key: string,
    recipe: Recipe<Value>,
    moment: Moment,
  ): Promise<Value> {
    return shelf.take(key, async (known) => {
      if (known && known.upTo >= moment.at) return known;
      const upTo = this.#changes.at;
      const changes = known && this.#changes.since(known.upTo);
      const touched = changes && (await this.#touched(changes, recipe));
      if (known && touched?.length === 0) return { value: known.value, upTo };
      const mended = known && touched && (await recipe.mend(known.value, touched, upTo));
      if (mended !== undefined) return { value: mended, upTo };
      return { upTo: this.#changes.at, value: await recipe.make() };
    });
  }

  /** The ids of the rows that changes are about; undefined when it may be any. */
  async #touched(
    changes: Change[],
    { tables, reaches }: Pick<Recipe<unknown>, 'tables' | 'reaches'>,
  ): Promise<number[] | undefined> {
    const byName = new Map<string, Set<number>>();
    for (const { name, id } of changes) {
      if (!tables.has(name.slice(0, name.indexOf('.')))) continue;
      if (id === null || !reaches[name]) return undefined;
      const ids = byName.get(name) ?? new Set();
      byName.set(name, ids.add(id));
    }
    const touched = new Set<number>();
    for (const [name, ids] of byName) {
      const reach = reaches[name];
      if (ids.size > MOST_LOOKED_AT) return undefined;
      const reached =
        typeof reach === 'function' ? await this.ids(idsAsText(reach(sql.raw([...ids].join(', '))))) : ids;
      for (const id of reached) touched.add(id);
    }
    return [...touched];
  }
}

interface Recipe<Value> {
  tables: ReadonlySet<string>;
  reaches: Reaches;
  make(): Promise<Value>;
  /** What becomes of a value by changes of some rows up to a time; undefined when it has to be made anew. */
  mend(value: Value, touched: number[], upTo: number): Promise<Value | undefined>;
}

interface Kept<Value> {
  value: Value;
  /** The changes that it knows of. */
  upTo: number;
}

/** Values that are brought up to date one after the other, of which those go that were not asked for longest. */
class Shelf<Value> {
  readonly #sizeOf: (value: Value) => number;
  readonly #kept = new LRUCache<string, Promise<Kept<Value>>>({ maxSize: MOST_BYTES });

  constructor(sizeOf: (value: Value) => number) {
    this.#sizeOf = sizeOf;
  }

  async take(key: string, bring: (known: Kept<Value> | undefined) => Promise<Kept<Value>>): Promise<Value> {
    const known = this.#kept.get(key);
    const kept = known ? known.then(bring) : bring(undefined);
    // How large it is is known once it is there; one that is larger than the bound stays alone.
    this.#kept.set(key, kept, { size: 1 });
    try {
      const current = await kept;
      const size = Math.max(1, Math.min(this.#sizeOf(current.value), MOST_BYTES));
      if (this.#kept.peek(key) === kept) this.#kept.set(key, Promise.resolve(current), { size });
      return current.value;
    } catch (error) {
      if (this.#kept.peek(key) === kept) this.#kept.delete(key);
      throw error;
    }
  }
}

function keyOf({ sql: text, parameters }: CompiledQuery): string {
  // Conditions that name thousands of ids are long.
  return createHash('sha256')
    .update(`${text} ${JSON.stringify(parameters)}`)
    .digest('base64');
}

function tablesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, name = '']) => name);
}

function isCounted(tables: Iterable<string>, { totals }: Moment): boolean {
  for (const table of tables) if (!totals.has(table)) return false;
  return true;
}
