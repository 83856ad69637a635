import {
  type CopiedPiece,
  type CopiedRows,
  copiedRows,
  type Result,
  type RunOptions,
} from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import type { OpenDatabase } from '../connections/session-pool.ts';
import { bytesText, countText, sizeText } from './across-sizes.ts';
import { type AbroadStatement, type AbroadTable, type AcrossAsker, abroad, sizeOf } from './across-tables.ts';

/** Milliseconds between two reports of how much was read. */
const REPORT_MS = 500;
/** Part of the progress that reading takes. */
const READING_PERCENT = 90;

type Tell = (percent: number, told: string) => void;

/**
 * Runs one statement. Tables of other connections that it names are read from there, by selects of our own in transactions that
 * only read, into tables of this one query.
 * @throws ChartroomError as `abroad` does, and 413 for more than MAX_FOREIGN_BYTES
 */
export async function runAcross(
  database: OpenDatabase,
  sql: string,
  options: RunOptions,
  asker: AcrossAsker & { tell: Tell | undefined },
): Promise<Result> {
  const found = await abroad(database, sql, asker);
  if (!found) return database.session.run(sql, options);
  const sizes = await requireSizes(found.tables, asker, options.signal);
  const { statement, parser, tables } = found;
  const names = new Map(tables.map(({ name }, place) => [name, `across_${place}`]));
  const text = parser.withTables(
    statement,
    ({ catalog, schema, table }) => {
      const name = names.get([catalog, schema, table].filter((part) => part !== null).join('.'));
      return name && `temp.main.${database.engine.dialect.quoteIdentifier(name)}`;
    },
    database.engine.dialect,
  );
  requireSameTables(found, text, database);
  const bringing = new Bringing(tables, sizes, asker);
  const own = new AbortController();
  const signal = AbortSignal.any([options.signal, own.signal]);
  try {
    const brought = await Promise.all(
      tables.map(async (table, place) => ({
        name: `across_${place}`,
        rows: bringing.counted(await copied(table, { ...options, signal }), place),
      })),
    );
    if (!database.session.runWith) throw new Error('The engine takes no tables of others.');
    return await database.session.runWith(text, brought, options);
  } catch (error) {
    own.abort(error);
    throw error;
  }
}

/** Refuses what would read more than it may by what the engines tell. */
async function requireSizes(
  tables: readonly AbroadTable[],
  { config }: AcrossAsker,
  signal: AbortSignal,
): Promise<(number | undefined)[]> {
  const most = config.bounds.MAX_FOREIGN_BYTES;
  const sizes = await Promise.all(tables.map((table) => sizeOf(table, signal)));
  // Where only the size of the whole table is known, conditions may leave little of it.
  const sure = sizes.map((size, place) =>
    size && (size.isOfQuery || !tables[place]?.isNarrowed) ? size.bytes : 0,
  );
  if (sure.reduce((sum, bytes) => sum + bytes, 0) <= most) return sizes.map((size) => size?.bytes);
  const parts = tables.map(({ name }, place) => `${sizeText(sizes[place])} of ${name}`);
  throw tooMuch(`The query would read ${parts.join(' and ')}`, most);
}

function tooMuch(what: string, most: number): ChartroomError {
  return new ChartroomError(
    `${what}: more than the ${bytesText(most)} that one query may read of other databases. Put conditions on their columns into its WHERE, or name fewer columns; the operator may allow more by CHARTROOM_MAX_FOREIGN_BYTES.`,
    {
      status: 413,
      error_type: 'RESULT_TOO_LARGE_ERROR',
      level: 'error',
      extra: { bound: 'MAX_FOREIGN_BYTES', bytes: most },
    },
  );
}

/** Nothing is reached that was not looked at: the text that is run names the same tables, and those of its own. */
function requireSameTables(
  { statement, parser, tables }: AbroadStatement,
  text: string,
  database: OpenDatabase,
): void {
  const keys = (found: typeof statement.touched): Set<string> =>
    new Set(found.map(({ catalog, schema, table }) => JSON.stringify([catalog, schema, table])));
  const brought = keys(tables.map(({ written }) => written));
  const before = keys(statement.touched);
  const made = parser.parse(text, database.engine.dialect);
  const own = new Set(tables.map((_, place) => JSON.stringify(['temp', 'main', `across_${place}`])));
  const after = keys(made.flatMap(({ touched }) => touched));
  const isSame =
    made.length === 1 &&
    [...after].every((key) => own.has(key) || (before.has(key) && !brought.has(key))) &&
    [...before].every((key) => brought.has(key) || after.has(key));
  if (isSame) return;
  throw new ChartroomError(
    'It cannot be said for certain which tables of other databases this query reads.',
    {
      status: 422,
      error_type: 'INVALID_SQL_ERROR',
      level: 'error',
    },
  );
}

/** The rows of a table on their way: as its engine copies them, or made of what it answers. */
async function copied(
  { database, sql, divisible, written }: AbroadTable,
  options: RunOptions,
): Promise<CopiedRows> {
  const { session, engine } = database;
  const reading: RunOptions = {
    signal: options.signal,
    timeoutMs: options.timeoutMs,
    readOnly: true,
    // Their bytes are counted here, all tables together.
    streamedBytes: Number.MAX_SAFE_INTEGER,
    ...(written.schema && engine.capabilities.schemas && { schema: written.schema }),
  };
  return session.copy
    ? session.copy(sql, reading, divisible)
    : copiedRows(await session.run(sql, reading), engine.name);
}

/** Counts what is read, tells it, and ends it at its bound. */
class Bringing {
  readonly #tables: readonly AbroadTable[];
  readonly #sizes: readonly (number | undefined)[];
  readonly #most: number;
  readonly #tell: Tell | undefined;
  readonly #read: { rows: number; bytes: number }[];
  #reported = 0;

  constructor(
    tables: readonly AbroadTable[],
    sizes: readonly (number | undefined)[],
    { config, tell }: AcrossAsker & { tell: Tell | undefined },
  ) {
    this.#tables = tables;
    this.#sizes = sizes;
    this.#most = config.bounds.MAX_FOREIGN_BYTES;
    this.#tell = tell;
    this.#read = tables.map(() => ({ rows: 0, bytes: 0 }));
    this.#report(tables.map(({ name }, place) => `Reads ${sizeText(known(sizes[place]))} of ${name}`));
  }

  counted(rows: CopiedRows, place: number): CopiedRows {
    return { ...rows, pieces: this.#pieces(rows.pieces, place) };
  }

  async *#pieces(pieces: AsyncIterable<CopiedPiece>, place: number): AsyncGenerator<CopiedPiece> {
    const own = this.#read[place] ?? { rows: 0, bytes: 0 };
    for await (const piece of pieces) {
      own.rows += piece.rows;
      own.bytes += piece.bytes.length;
      if (this.#bytes > this.#most)
        throw tooMuch(`The query has read ${bytesText(this.#bytes)} by now`, this.#most);
      if (performance.now() - this.#reported > REPORT_MS) this.#report(this.#parts());
      yield piece;
    }
  }

  get #bytes(): number {
    return this.#read.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #parts(): string[] {
    return this.#tables.map(({ name }, place) => {
      const { rows, bytes } = this.#read[place] ?? { rows: 0, bytes: 0 };
      const size = this.#sizes[place];
      const of = size === undefined ? '' : ` of about ${bytesText(size)}`;
      return `${name}: ${countText(rows)} rows, ${bytesText(bytes)}${of}`;
    });
  }

  #report(parts: readonly string[]): void {
    this.#reported = performance.now();
    const whole = this.#sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);
    const part = whole > 0 ? Math.min(1, this.#bytes / whole) : 0;
    this.#tell?.(Math.round(READING_PERCENT * part), parts.join('; '));
  }
}

function known(bytes: number | undefined): { bytes: number } | undefined {
  return bytes === undefined ? undefined : { bytes };
}
