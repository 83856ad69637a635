import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../records/records.ts';
import type { ListChanges, Moment } from './list-changes.ts';

/** A part of a text that is looked for in some columns of a table. */
export interface TextPart {
  /** Columns in which it may stand. */
  columns: readonly string[];
  text: string;
  /** As filters say it: `ct`, `sw` or `ew`. */
  how: string;
}

/** Of tables with fewer rows the store finds parts of texts as quickly. */
const MANY = 5_000;
/** Those of tables with more rows would take more memory than they are worth. */
const TOO_MANY = 1_000_000;
/** Rows that are read in one go, and for how many times as long others have the server and the store to themselves then. */
const AT_ONCE = 500;
const RESTS = 3;
/** Changed rows that are read again; with more of them everything is. */
const MOST_CHANGED = 1_000;
/** Different texts of a column that are held once each. */
const MOST_WORDS = 500;

/**
 * The texts that long lists are searched by, in memory: a store takes a tenth of a second and more to find a part that
 * half of all rows have. They are read little by little when a list is first asked for, and followed as the records change.
 */
export class KeptTexts {
  readonly #db: Db;
  readonly #changes: ListChanges;
  readonly #tables = new Map<string, Promise<TableTexts | undefined>>();
  readonly #reading = new Map<string, Promise<void>>();

  constructor(db: Db, changes: ListChanges) {
    this.#db = db;
    this.#changes = changes;
  }

  /** Begins to read the texts of a table that is worth it, unless they are there. */
  prepare(table: string, searched: readonly string[], moment: Moment): void {
    const total = moment.totals.get(table) ?? 0;
    if (total < MANY || total > TOO_MANY || this.#tables.has(table) || this.#reading.has(table)) return;
    this.#begin(table, searched);
  }

  /** The ids of the rows with a part of a text; undefined where the store has to find them. */
  async ids(table: string, part: TextPart): Promise<Int32Array | undefined> {
    // Of other letters the store alone knows how they are capitalised.
    if (!/^[ -~]+$/.test(part.text)) return undefined;
    const known = this.#tables.get(table);
    if (!known) return undefined;
    const texts = known.then((each) => each && this.#followed(each));
    this.#tables.set(table, texts);
    const current = await texts.catch((error: unknown) => {
      this.#tables.delete(table);
      throw error;
    });
    if (!current) this.#tables.delete(table);
    return current?.find(part);
  }

  /** Whether the texts of a table are there. */
  has(table: string): boolean {
    return this.#tables.has(table);
  }

  /** Ends when all texts are there that are being read now. */
  async settled(): Promise<void> {
    await Promise.all(this.#reading.values());
  }

  /** Reads a table while others are answered; what cannot be read now is asked for again. */
  #begin(table: string, searched: readonly string[]): void {
    const reading = this.#read(table, searched).then(
      (texts) => {
        this.#reading.delete(table);
        this.#tables.set(table, Promise.resolve(texts));
      },
      // The store is asked instead, which tells the person who asks what is wrong with it.
      () => void this.#reading.delete(table),
    );
    this.#reading.set(table, reading);
  }

  async #read(table: string, searched: readonly string[]): Promise<TableTexts> {
    const texts = new TableTexts(table, searched, this.#changes.at);
    for (let last = 0, count = AT_ONCE; count === AT_ONCE; ) {
      const begun = performance.now();
      const rows = await this.#rows(texts, sql<boolean>`id > ${last} order by id limit ${AT_ONCE}`);
      for (const row of rows) texts.set(row.id, row.texts);
      last = rows.at(-1)?.id ?? 0;
      count = rows.length;
      await setTimeout((performance.now() - begun) * RESTS);
    }
    return texts;
  }

  /** Brings texts up to date; undefined when too much has changed. */
  async #followed(texts: TableTexts): Promise<TableTexts | undefined> {
    const changes = this.#changes.since(texts.upTo);
    const upTo = this.#changes.at;
    const own = changes?.filter(({ name }) => name === `${texts.table}.id`);
    const ids = new Set(own?.map(({ id }) => id));
    if (!own || ids.size > MOST_CHANGED || ids.has(null)) return undefined;
    if (ids.size > 0) {
      const rows = await this.#rows(texts, sql<boolean>`id in (${sql.raw([...ids].join(', '))})`);
      const present = new Map(rows.map((row) => [row.id, row.texts]));
      for (const id of ids) if (id !== null) texts.set(id, present.get(id));
    }
    texts.upTo = upTo;
    return texts;
  }

  async #rows(
    { table, searched }: TableTexts,
    which: ReturnType<typeof sql<boolean>>,
  ): Promise<{ id: number; texts: string[] }[]> {
    const columns = searched.map((column, at) => sql`upper(${sql.ref(column)}) as ${sql.ref(`text_${at}`)}`);
    const { rows } = await sql<Record<string, string | null> & { id: number }>`
      select id, ${sql.join(columns)} from ${sql.table(table)} where ${which}`.execute(this.#db);
    return rows.map((row) => ({ id: row.id, texts: searched.map((_column, at) => row[`text_${at}`] ?? '') }));
  }
}

/** The texts of a table by column, in the order of the ids. */
class TableTexts {
  readonly #ids: number[] = [];
  readonly #columns: string[][];
  readonly #words: Map<string, string>[];
  readonly table: string;
  readonly searched: readonly string[];
  /** The changes that they know of. */
  upTo: number;

  constructor(table: string, searched: readonly string[], upTo: number) {
    this.table = table;
    this.searched = searched;
    this.upTo = upTo;
    this.#columns = searched.map(() => []);
    this.#words = searched.map(() => new Map());
  }

  /** Puts in the texts of a row, or takes the row out. */
  set(id: number, texts: string[] | undefined): void {
    const at = this.#placeOf(id);
    const isThere = this.#ids[at] === id;
    if (!texts) {
      if (!isThere) return;
      this.#ids.splice(at, 1);
      for (const column of this.#columns) column.splice(at, 1);
      return;
    }
    if (!isThere) this.#ids.splice(at, 0, id);
    for (const [place, column] of this.#columns.entries())
      column.splice(at, isThere ? 1 : 0, this.#once(place, texts[place] ?? ''));
  }

  find({ columns, text, how }: TextPart): Int32Array {
    const wanted = text.toUpperCase();
    const among = this.#columns.filter((_texts, at) => columns.includes(this.searched[at] ?? ''));
    const fits = how === 'sw' ? startsWith : how === 'ew' ? endsWith : includes;
    const isFound = new Uint8Array(this.#ids.length);
    for (const texts of among)
      for (let at = 0; at < texts.length; at += 1) {
        const text = texts[at] ?? '';
        // Many rows say nothing in a column, and nothing has no part.
        if (text !== '' && isFound[at] === 0 && fits(text, wanted)) isFound[at] = 1;
      }
    // A list that grows would take as long as the looking.
    const found = new Int32Array(isFound.length);
    let count = 0;
    for (let at = 0; at < isFound.length; at += 1) if (isFound[at] === 1) found[count++] = this.#ids[at] ?? 0;
    return found.subarray(0, count);
  }

  /** The place of an id, or that before which it belongs. */
  #placeOf(id: number): number {
    let [from, to] = [0, this.#ids.length];
    if (id > (this.#ids.at(-1) ?? 0)) return to;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#ids[middle] ?? 0) < id) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #once(place: number, text: string): string {
    const words = this.#words[place];
    const known = words?.get(text);
    if (known !== undefined || !words) return known ?? text;
    if (words.size < MOST_WORDS) words.set(text, text);
    return text;
  }
}

const includes = (text: string, part: string) => text.includes(part);
const startsWith = (text: string, part: string) => text.startsWith(part);
const endsWith = (text: string, part: string) => text.endsWith(part);
