import {
  type CopiedPiece,
  type CopiedRows,
  copiedRows,
  type RunOptions,
  type Session,
} from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import {
  type CubeParts,
  type CubeQuestion,
  cubeColumns,
  cubeRows,
  cubeTypes,
  isSteady,
} from '@chartroom/query';
import type { Source } from '../chart-data/prepare-question.ts';
import { readFrame } from '../chart-data/read-frame.ts';
import { NoCube } from './no-cube.ts';

/** Types whose values compare, sort and travel without loss. Floating point numbers do neither add up nor group to the digit. */
const EXACT =
  /^(?:VARCHAR|BOOLEAN|TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|DATE|TIMESTAMP|DECIMAL\(\d+,\s*\d+\))$/;
/** Types that are summed up without end: no sum of as many rows as there can be overflows. */
const SUMMED =
  /^(?:TINYINT|SMALLINT|INTEGER|BIGINT|UTINYINT|USMALLINT|UINTEGER|DECIMAL\((?:\d|1[0-8]),\s*\d+\))$/;
/** Decimals with more digits behind their sign make averages whose divisor grows too long. */
const MOST_SCALE = 6;

/** What a cube is made of. */
export interface CubeMaking {
  source: Source;
  of: CubeQuestion['source'];
  parts: CubeParts;
  /** Another number after whatever may have changed the database. */
  version: number;
}

/** How its rows are read. */
interface CubeReading {
  signal: AbortSignal;
  timeoutMs: number;
  /** The most rows and bytes. */
  rows: number;
  bytes: number;
}

/** Rows of a cube on their way, in their very types, and the types of what is summed up. */
export interface TravellingCube {
  rows: CopiedRows;
  types: Map<string, string>;
}

/** Begins to read the rows of a cube. @throws NoCube where they could not tell the answer to the digit */
export async function readCube(
  { source, of, parts, version }: CubeMaking,
  reading: CubeReading,
): Promise<TravellingCube> {
  const { database } = source;
  const { dialect } = database.engine;
  const options = placedOptions(source, reading);
  const sql = cubeRows(of, parts, dialect);
  if (parts.keys.some((key) => /^[\s(+-]*\d/.test(key))) throw new NoCube('a number as a key');
  await requireSteady(sql, source, version, options);
  const types = await typesOf(of, parts, source, options);
  const { session } = database;
  const result = await session.run(markedRows(sql, parts, types), {
    ...options,
    maxRows: reading.rows + 1,
    streamedBytes: reading.bytes,
  });
  const wrong = result.columns.find(({ nativeType }) => !EXACT.test(nativeType));
  if (wrong) {
    for await (const _ of result.batches) break;
    throw new NoCube(`a column of type ${wrong.nativeType}`);
  }
  const { pieces } = copiedRows(result, database.engine.name);
  const names = [...cubeColumns(parts).values()];
  const columns = result.columns.map(({ nativeType }, place) => ({
    name: names[place] ?? '',
    type: nativeType,
  }));
  return { rows: { columns, pieces: bounded(pieces, reading.rows) }, types };
}

/** Texts travel behind a letter: whoever reads rows of a file takes a byte order mark at its beginning for none of theirs. */
function markedRows(sql: string, parts: CubeParts, types: ReadonlyMap<string, string>): string {
  const names = [...cubeColumns(parts).values()];
  const kinds = [
    ...parts.keys,
    ...parts.partials.map(({ aggregate, of }) => (aggregate === 'COUNT' ? '' : of)),
  ];
  const items = names.map((name, place) =>
    types.get(kinds[place] ?? '') === 'VARCHAR' ? `'t' || "${name}" AS "${name}"` : `"${name}"`,
  );
  return `SELECT ${items.join(', ')} FROM (${sql}\n) AS cube_rows`;
}

/** What is selected of rows that have arrived: texts without that letter. */
export function unmarkedItems(columns: CopiedRows['columns']): string {
  return columns
    .map(({ name, type }) => (type === 'VARCHAR' ? `substr("${name}", 2) AS "${name}"` : `"${name}"`))
    .join(', ');
}

/** Whether an error says that a cube is not to be made, and nothing else. */
export function isRefusal(error: unknown): boolean {
  return error instanceof NoCube || (error instanceof ChartroomError && REFUSALS.has(error.status));
}

/** Too large, or with values that do not travel. */
const REFUSALS: ReadonlySet<number> = new Set([413, 422]);

function placedOptions({ dataset }: Source, { signal, timeoutMs }: CubeReading): RunOptions {
  return {
    signal,
    timeoutMs,
    readOnly: true,
    ...(dataset.sql && dataset.schema && { schema: dataset.schema }),
    ...(dataset.catalog && { catalog: dataset.catalog }),
  };
}

/**
 * Relations of the engine's process that may stand behind a name: views, and tables that compare texts in a way of their own or
 * reckon columns out. Functions that somebody made may have any name.
 */
const RELATIONS = `
  SELECT view_name, sql FROM duckdb_views() WHERE NOT internal
  UNION ALL SELECT table_name, sql FROM duckdb_tables() WHERE NOT internal AND regexp_matches(sql, 'collate|generated', 'i')
  UNION ALL SELECT '', 'macro()' FROM duckdb_functions() WHERE NOT internal`;

interface Relation {
  name: string;
  text: string;
}

/** What stands behind names, by the sessions that told it: the engine takes 20 to 30 ms to go through all its functions. */
const known = new WeakMap<Session, { version: number; until: number; relations: Promise<Relation[]> }>();
/** Milliseconds for which that holds, should somebody else have written into the file while it was closed. */
const KNOWN_MS = 60_000;

function relationsOf(session: Session, version: number, options: RunOptions): Promise<Relation[]> {
  const found = known.get(session);
  const now = performance.now();
  if (found && found.version === version && found.until > now) return found.relations;
  const relations = readRelations(session, options);
  known.set(session, { version, until: now + KNOWN_MS, relations });
  relations.catch(() => known.delete(session));
  return relations;
}

async function readRelations(session: Session, options: RunOptions): Promise<Relation[]> {
  const { columns, length } = await readFrame(await session.run(RELATIONS, options), []);
  return Array.from({ length }, (_row, row) => ({
    name: String(columns[0]?.values[row] ?? '').toLowerCase(),
    text: String(columns[1]?.values[row] ?? ''),
  }));
}

async function requireSteady(
  sql: string,
  { database: { session, engine } }: Source,
  version: number,
  { schema: _, catalog: __, ...options }: RunOptions,
): Promise<void> {
  const open = [...(await relationsOf(session, version, options))];
  const texts = [sql];
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    const body = text.replace(/^\s*CREATE\s+(?:TEMP(?:ORARY)?\s+)?VIEW\s[^(]*?\sAS\s/i, '');
    if (!isSteady(body, engine.dialect.lexical))
      throw new NoCube('SQL that may tell something else next time');
    const small = text.toLowerCase();
    for (const each of open.splice(0)) {
      if (small.includes(each.name)) texts.push(each.text);
      else open.push(each);
    }
  }
}

async function typesOf(
  of: CubeQuestion['source'],
  parts: CubeParts,
  { database: { session, engine } }: Source,
  options: RunOptions,
): Promise<Map<string, string>> {
  const { sql, keys, sums } = cubeTypes(of, parts, engine.dialect);
  const types = new Map<string, string>();
  if (sql === undefined) return types;
  const { columns } = await readFrame(await session.run(sql, options), []);
  for (const [place, name] of [...keys, ...sums].entries()) types.set(name, columns[place]?.nativeType ?? '');
  for (const { aggregate, of: summed } of parts.partials) {
    const type = types.get(summed) ?? '';
    if (aggregate === 'SUM' && !SUMMED.test(type)) throw new NoCube(`a sum of ${type}`);
    if (aggregate !== 'COUNT' && !EXACT.test(type)) throw new NoCube(`values of ${type}`);
  }
  const scales = [...types.values()].map((type) => Number(/,\s*(\d+)\)$/.exec(type)?.[1] ?? 0));
  if (scales.some((scale) => scale > MOST_SCALE)) throw new NoCube('decimals of many digits');
  return types;
}

async function* bounded(pieces: AsyncIterable<CopiedPiece>, most: number): AsyncGenerator<CopiedPiece> {
  let rows = 0;
  for await (const piece of pieces) {
    rows += piece.rows;
    if (rows > most) throw new NoCube('too many groups');
    yield piece;
  }
}
