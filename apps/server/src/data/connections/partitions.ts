import { dialects, type Engine } from '@chartroom/engines';
import { ChartroomError, type JsonValue } from '@chartroom/model';
import {
  type Cell,
  type Dialect,
  type FrameColumn,
  naiveTimestamp,
  type PartitionQuestion,
  TemplateProblem,
} from '@chartroom/query';
import { createShortCache, type ShortCache } from '../../base/short-cache.ts';
import { readFrame } from '../chart-data/read-frame.ts';
import type { UsualPlace } from '../ports.ts';
import type { OpenDatabase } from './session-pool.ts';

/** Answers to what macros ask of partitions, by `partitionKey`; null where a table has no partition. */
export type FetchedPartitions = Map<string, JsonValue>;

/** Where partitions are asked for. */
interface PartitionPlace {
  database: OpenDatabase;
  usual: UsualPlace;
}

/** Milliseconds for which an answer is taken again (contract/query.md §4.3). */
const KEPT_MS = 60_000;
const MOST_KEPT = 500;
/** Milliseconds until the engine is given up. An answer is shared by all who ask, so nobody's leaving ends the question. */
const TIMEOUT_MS = 30_000;

/** Two questions that share it have the same answer. */
export function partitionKey({ table, fixed }: PartitionQuestion): string {
  return JSON.stringify([table.catalog, table.schema, table.table, fixed]);
}

/** @throws TemplateProblem 422 where an engine has no partitions, or not under this name */
export function requirePartitions(
  { namespace, name }: PartitionQuestion,
  { name: engine, dialect }: Engine,
): void {
  if (dialect.partitionMacros?.includes(namespace)) return;
  const there = Object.values(dialects).filter(({ partitionMacros }) => partitionMacros?.includes(namespace));
  const where = there.length === 0 ? 'no engine that can be connected' : there.map(({ id }) => id).join(', ');
  throw new TemplateProblem(
    'value',
    `'${namespace}.${name}' cannot be asked of ${engine}: the macros of '${namespace}' work on ${where}.`,
  );
}

const caches = new WeakMap<OpenDatabase, ShortCache<string, JsonValue>>();

/**
 * The newest value of the field that a question asks for; null where the table has no such partition. The caller has
 * checked that the table may be read.
 * @throws TemplateProblem 422 for tables without partitions, and fields that do not fit the question
 */
export function fetchPartition(
  question: PartitionQuestion,
  { database, usual }: PartitionPlace,
): Promise<JsonValue> {
  const cache =
    caches.get(database) ??
    createShortCache({ milliseconds: KEPT_MS, most: MOST_KEPT, now: () => new Date() });
  caches.set(database, cache);
  const key = JSON.stringify([usual.catalog, usual.schema, partitionKey(question)]);
  return cache.get(key, () => newestValue(question, database, usual));
}

async function newestValue(
  question: PartitionQuestion,
  database: OpenDatabase,
  usual: UsualPlace,
): Promise<JsonValue> {
  const { dialect } = database.engine;
  const { catalog, schema, table } = question.table;
  const path = [catalog, schema, `${table}$partitions`]
    .filter((part) => part !== null)
    .map(dialect.quoteIdentifier);
  const all = `SELECT * FROM ${path.join('.')}`;
  const fields = await read(`${all} LIMIT 0`, database, usual).catch((error: unknown) => {
    throw error instanceof ChartroomError && error.error_type === 'TABLE_DOES_NOT_EXIST_ERROR'
      ? noPartitions(table)
      : error;
  });
  const field = fieldOf(question, fields);
  const conditions = fields
    .filter(({ name }) => name !== field.name)
    .map((each) => condition(each, question.fixed ?? {}, dialect));
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const order = ` ORDER BY ${dialect.quoteIdentifier(field.name)} DESC LIMIT 1`;
  const newest = await read(all + where + order, database, usual);
  const column = newest.find(({ name }) => name === field.name);
  return column ? newestOf(column) : null;
}

async function read(
  sql: string,
  { session, inTurn }: OpenDatabase,
  { schema, catalog }: UsualPlace,
): Promise<FrameColumn[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const place = { ...(schema && { schema }), ...(catalog && { catalog }) };
  const frame = await inTurn(signal, async () =>
    readFrame(await session.run(sql, { signal, timeoutMs: TIMEOUT_MS, readOnly: true, ...place }), []),
  );
  return frame.columns;
}

/** The field whose newest value is asked for: the only one, or the only one that is not fixed. */
function fieldOf(
  { namespace, fixed, table: { table } }: PartitionQuestion,
  fields: readonly FrameColumn[],
): FrameColumn {
  const names = fields.map(({ name }) => name);
  const unknown = Object.keys(fixed ?? {}).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TemplateProblem('value', `Field [${unknown}] is not part of the partitioning key of ${table}.`);
  const [field, ...others] = fields.filter(({ name }) => !Object.hasOwn(fixed ?? {}, name));
  if (fields.length === 0) throw noPartitions(table);
  if (field !== undefined && others.length === 0) return field;
  const reason = fixed
    ? `A filter needs to be specified for ${fields.length - 1} out of the ${fields.length} fields.`
    : `The table should have a single partitioned field to use this function. You may want to use \`${namespace}.latest_sub_partition\``;
  throw new TemplateProblem('value', reason);
}

function noPartitions(table: string): TemplateProblem {
  return new TemplateProblem(
    'value',
    `Error getting partition for ${table}. Verify that this table has a partition.`,
  );
}

function condition(
  { name, kind, nativeType }: FrameColumn,
  fixed: Readonly<Record<string, string>>,
  dialect: Dialect,
): string {
  const literal = dialect.quoteString(fixed[name] ?? '');
  return `${dialect.quoteIdentifier(name)} = ${kind === 'string' ? literal : `CAST(${literal} AS ${nativeType})`}`;
}

/** The first cell as templates have values: days and moments as they are written in SQL. */
function newestOf({ kind, values }: FrameColumn): JsonValue {
  const cell: Cell = values[0] ?? null;
  if (typeof cell === 'number' && (kind === 'date' || kind === 'timestamp')) {
    const text = naiveTimestamp(cell);
    return kind === 'date' ? text.slice(0, 10) : text;
  }
  if (cell === null || typeof cell === 'string' || typeof cell === 'boolean' || typeof cell === 'number')
    return cell;
  return String(cell);
}
