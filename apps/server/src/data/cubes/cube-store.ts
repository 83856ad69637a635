import type { CopiedRows, Session } from '@chartroom/engines';
import type { Cell, Frame } from '@chartroom/query';
import { readFrame } from '../chart-data/read-frame.ts';
import { AVERAGE_CHECK, type AverageWay, wayOf } from './cube-average.ts';

/** Milliseconds for what is done with cubes beside asking them. */
const UPKEEP_MS = 30_000;

/** How a cube is asked. */
type CubeOptions = { signal: AbortSignal; timeoutMs: number };

interface Opened {
  session: Session;
  /** How averages are made; undefined where they cannot be made to the last bit. */
  way: AverageWay | undefined;
}

/**
 * The engine that holds cubes: a process of its own, which nobody's SQL reaches, as long as there is one. It is the same
 * engine as that of the data, so that types, orders and comparisons are the same.
 */
export class CubeStore {
  readonly #open: () => Session;
  #opened: Promise<Opened> | undefined;

  constructor(open: () => Session) {
    this.#open = open;
  }

  /** How the engine makes averages, which it is asked once. */
  async averageWay(): Promise<AverageWay | undefined> {
    return (await this.#ready()).way;
  }

  /** Makes a table of rows; resolves with the bytes that it takes. */
  async keep(name: string, rows: CopiedRows, options: CubeOptions): Promise<number> {
    const { session } = await this.#ready();
    if (!session.keep) throw new Error('The engine keeps no rows of others.');
    await session.keep({ name, rows }, options);
    return Number(firstCell(await asked(session, sizeSql(name, rows.columns), options)));
  }

  async ask(sql: string, names: readonly string[], options: CubeOptions): Promise<Frame> {
    const { session } = await this.#ready();
    return readFrame(await session.run(sql, { ...options, readOnly: true }), names);
  }

  async drop(name: string): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    try {
      await (await opened).session.dropTable?.({ table: name });
    } catch (error) {
      // It went with its process.
      if (this.#opened === opened) throw error;
    }
  }

  /** Ends the process with all that it holds; what is asked next begins a new one. */
  async end(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await (await opened)?.session.close();
  }

  #ready(): Promise<Opened> {
    this.#opened ??= opening(this.#open()).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }
}

async function opening(session: Session): Promise<Opened> {
  try {
    const options = { signal: AbortSignal.timeout(UPKEEP_MS), timeoutMs: UPKEEP_MS };
    return { session, way: wayOf(await asked(session, AVERAGE_CHECK, options)) };
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function asked(session: Session, sql: string, options: CubeOptions): Promise<Frame> {
  return readFrame(await session.run(sql, { ...options, readOnly: true }), []);
}

function firstCell({ columns }: Frame): Cell {
  return columns[0]?.values[0] ?? null;
}

/** Counts the bytes of a table: columns stand in memory as they are. */
function sizeSql(name: string, columns: CopiedRows['columns']): string {
  const wide = columns.filter(
    ({ type }) => type === 'VARCHAR' || type === 'HUGEINT' || type.startsWith('DEC'),
  );
  const fixed = 16 * wide.length + 8 * (columns.length - wide.length);
  const texts = columns
    .filter(({ type }) => type === 'VARCHAR')
    .map((column) => ` + COALESCE(SUM(strlen("${column.name}")), 0)`);
  return `SELECT CAST(COUNT(*) * ${fixed}${texts.join('')} AS BIGINT) FROM "${name}"`;
}
