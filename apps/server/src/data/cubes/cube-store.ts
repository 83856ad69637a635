import type { CopiedRows, Session } from '@chartroom/engines';
import type { Frame } from '@chartroom/query';
import { readFrame } from '../chart-data/read-frame.ts';
import { AVERAGE_CHECK, type AverageWay, wayOf } from './cube-average.ts';
import { unmarkedItems } from './cube-rows.ts';
import { NoCube } from './no-cube.ts';

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

  /** Makes a table of rows; resolves with the bytes that it takes. @throws NoCube for moments that did not travel exactly */
  async keep(name: string, rows: CopiedRows, options: CubeOptions): Promise<number> {
    const { session } = await this.#ready();
    if (!session.keep) throw new Error('The engine keeps no rows of others.');
    await session.keep({ name, rows }, unmarkedItems(rows.columns), options);
    const { columns } = await asked(session, checkSql(name, rows.columns), options);
    const [bytes, isExact] = columns.map(({ values }) => values[0] ?? null);
    if (isExact === true) return Number(bytes);
    await this.drop(name);
    throw new NoCube('moments that travel in whole milliseconds only');
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

/**
 * Counts the bytes of a table, where columns stand in memory as they are, and looks whether all moments are exact: on their way they
 * are doubles of milliseconds, which hold single microseconds from 1832 to 2109 alone.
 */
function checkSql(name: string, columns: CopiedRows['columns']): string {
  const wide = columns.filter(
    ({ type }) => type === 'VARCHAR' || type === 'HUGEINT' || type.startsWith('DEC'),
  );
  const fixed = 16 * wide.length + 8 * (columns.length - wide.length);
  const texts = columns
    .filter(({ type }) => type === 'VARCHAR')
    .map((column) => ` + COALESCE(SUM(strlen("${column.name}")), 0)`);
  const exact = columns
    .filter(({ type }) => type === 'TIMESTAMP')
    .map(
      ({ name: at }) =>
        ` AND COALESCE(bool_and("${at}" BETWEEN '1840-01-01' AND '2100-01-01' OR "${at}" = date_trunc('millisecond', "${at}")), true)`,
    );
  return `SELECT CAST(COUNT(*) * ${fixed}${texts.join('')} AS BIGINT), true${exact.join('')} FROM "${name}"`;
}
