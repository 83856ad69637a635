import { type RawBuilder, sql } from 'kysely';
import type { Act } from '../http/act.ts';
import { badRequest } from '../http/errors.ts';
import { type ListQuery, pageOf } from '../http/q-argument.ts';
import { EVERYTHING } from '../records/everything.ts';
import type { TableStates } from './kept-lists.ts';
import { type Condition, type Narrowing, narrowingsOf } from './list-filters.ts';
import { NAME_ORDERS, pageByName } from './page-by-name.ts';
import type { NameOrder, Resource } from './resource.ts';

/** Of how few rows each is looked at, rather than finding all that a filter lets through and then those that are seen. */
const FEW = 5_000;

/** A statement on the rows of a list: what is selected, and what comes after the conditions. */
export type Reading = (columns: RawBuilder<unknown>, rest?: RawBuilder<unknown>) => RawBuilder<Record<string, number | string | null>>;

/** Rows that one order and one page are made of. */
interface Rows {
  count: number;
  read: Reading;
}

/** The ids of a page in its order, and how many rows there are on all pages. */
export async function pageOfIds(resource: Resource, query: ListQuery, act: Act): Promise<{ ids: number[]; count: number }> {
  const { limit, offset } = pageOf(
    query,
    resource.pageSize ?? 20,
    resource.unboundedPages ? undefined : act.services.config.FAB_API_MAX_PAGE_SIZE,
  );
  const name = nameOrderOf(resource, query.order_column);
  const terms = orderOf(resource, query);
  const narrowings = narrowingsOf(resource.filters, query.filters ?? [], act.caller);
  const states = await act.services.lists.states();
  const seen = await seenRows(resource, act, states);
  const rows = narrowings.length === 0 ? seen : await narrowed(seen, narrowings, { resource, act, states, reach: offset + (limit ?? 0) });
  const { count } = rows;
  if (offset >= count) return { ids: [], count };
  const size = Math.min(limit ?? count, count - offset);
  // What is nearer to the end is found from there.
  const backwards = offset > count - offset - size;
  const skipped = backwards ? count - offset - size : offset;
  const descending = (query.order_direction === 'desc') !== backwards;
  const inParts = rows === seen && !seen.few && count > FEW;
  const ids = name
    ? await pageByName(name, rows.read, { descending, limit: size, offset: skipped, inParts }, act, states)
    : await pageInOrder(
        rows.read(sql`t.id as id`, sql` order by ${written(terms, backwards)} limit ${size} offset ${skipped}`),
        act,
        states,
      );
  return { ids: backwards ? ids.reverse() : ids, count };
}

async function pageInOrder(statement: ReturnType<Reading>, act: Act, states: TableStates): Promise<number[]> {
  return (await act.services.lists.rows(statement, states)).map((row) => Number(row.id));
}

interface SeenRows extends Rows {
  /** The rows are few: named one by one, and looked at one by one. */
  few: boolean;
  condition: Condition;
}

/** The rows that a caller sees at all. */
async function seenRows(resource: Resource, act: Act, states: TableStates): Promise<SeenRows> {
  const visible = resource.visible?.(act) ?? EVERYTHING;
  const read = readingOf(resource, [visible]);
  if (visible === EVERYTHING) {
    const count = states.get(resource.table)?.total ?? (await counted(read, act, states));
    return { count, read, few: false, condition: visible };
  }
  const first = await act.services.lists.rows(read(sql`t.id as id`, sql` limit ${FEW + 1}`), states);
  if (first.length > FEW) return { count: await counted(read, act, states), read, few: false, condition: visible };
  // Written out they are what both stores begin with; a condition on rights hides how few it lets through.
  const condition =
    first.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`t.id in (${sql.raw(first.map(({ id }) => Number(id)).join(', '))})`;
  return { count: first.length, read: readingOf(resource, [condition]), few: true, condition };
}

interface Narrow {
  resource: Resource;
  act: Act;
  states: TableStates;
  /** Rows up to the end of the page. */
  reach: number;
}

/** The rows that filters leave; read in the way that is likely to be the shortest for this page. */
async function narrowed(seen: SeenRows, narrowings: Narrowing[], { resource, act, states, reach }: Narrow): Promise<Rows> {
  const looking = narrowings.map(({ where }) => where);
  if (seen.few) {
    const read = readingOf(resource, [seen.condition, ...looking]);
    return { read, count: await counted(read, act, states) };
  }
  const [first] = narrowings;
  const alone = narrowings.length === 1 && seen.condition === EVERYTHING ? first : undefined;
  const finding = readingOf(resource, [seen.condition, ...narrowings.map(({ where, found }) => found ?? where)]);
  const count = await countOf(alone, seen.count, finding, { resource, act, states });
  // A filter that leaves out nothing need not be asked.
  if (count === seen.count) return { count, read: seen.read };
  const walked = count === 0 ? 0 : (Math.min(reach, count - reach / 2) * seen.count) / count;
  const isLookedFor = narrowings.some(({ found }) => found);
  return { count, read: isLookedFor && walked < count ? readingOf(resource, [seen.condition, ...looking]) : finding };
}

/** How many rows a filter leaves; one that stands alone may know a shorter way. */
async function countOf(
  alone: Narrowing | undefined,
  all: number,
  finding: Reading,
  { resource, act, states }: Omit<Narrow, 'reach'>,
): Promise<number> {
  if (alone?.without) return all - (await counted(readingOf(resource, [alone.without]), act, states));
  if (!alone?.ids) return counted(finding, act, states);
  const [row] = await act.services.lists.rows(sql`select count(*) as n from (${alone.ids}) as words`, states);
  return Number(row?.n ?? 0);
}

async function counted(read: Reading, act: Act, states: TableStates): Promise<number> {
  const [row] = await act.services.lists.rows(read(sql`count(*) as n`), states);
  return Number(row?.n ?? 0);
}

function readingOf({ table }: Resource, conditions: Condition[]): Reading {
  return (columns, rest = sql``) => sql`select ${columns} from ${sql.table(table)} as t where ${allOf(conditions)}${rest}`;
}

/** All of some conditions. */
export function allOf(conditions: Condition[]): Condition {
  const asked = conditions.filter((each) => each !== EVERYTHING);
  return asked.length === 0 ? EVERYTHING : sql<boolean>`${sql.join(asked, sql` and `)}`;
}

function nameOrderOf(resource: Resource, column: string | undefined): NameOrder | undefined {
  if (!column || resource.orderBy?.[column]) return undefined;
  return resource.orderByName?.[column] ?? NAME_ORDERS[column];
}

interface Term {
  by: RawBuilder<unknown>;
  descending: boolean;
}
const ID = sql`t.id`;
const STANDARD_ORDER: Record<string, RawBuilder<unknown>> = { changed_on_delta_humanized: sql`t.changed_on` };

function orderOf(resource: Resource, query: ListQuery): Term[] {
  const column = query.order_column;
  if (!column) {
    const { defaultOrder } = resource;
    return [...(defaultOrder ? [defaultOrder] : []), { by: ID, descending: defaultOrder?.latest ?? false }];
  }
  if (!resource.orderColumns.includes(column)) throw badRequest(`Order column: ${column} not allowed to order by`);
  const descending = query.order_direction === 'desc';
  const by = resource.orderBy?.[column] ?? STANDARD_ORDER[column] ?? sql.ref(`t.${column}`);
  return column === 'id'
    ? [{ by: ID, descending }]
    : [
        { by, descending },
        { by: ID, descending },
      ];
}

function written(terms: Term[], backwards: boolean): RawBuilder<unknown> {
  return sql.join(terms.map(({ by, descending }) => (descending === backwards ? sql`${by} asc` : sql`${by} desc`)));
}
