import { type Join, printSelect, type Select, type SelectItem } from '../compile/select.ts';
import type { Dialect } from '../dialect.ts';
import {
  type CubeAggregate,
  type CubeMetric,
  type CubePartial,
  partialSql,
  partialsOf,
} from './cube-metrics.ts';
import type { CubeQuestion, CubeRanking } from './cube-question.ts';

/** What a cube holds of a source: groups by these, and of each of them these sums. */
export interface CubeParts {
  /** SQL of what is grouped by. */
  keys: string[];
  partials: CubePartial[];
}

/** A cube as a table: the names of its columns by the SQL that they stand for. */
export interface CubeTable {
  /** Its name as SQL. */
  table: string;
  columns: ReadonlyMap<string, string>;
  /** Types of what its sums sum up, by their SQL. */
  types: ReadonlyMap<string, string>;
}

/** What a cube has to hold to answer a question. */
export function partsOf({ outputs, sorts, slices, ranking }: CubeQuestion): CubeParts {
  const keys = new Set([...slices.map(({ key }) => key), ...(ranking?.series ?? [])]);
  const partials = new Map<string, CubePartial>();
  for (const each of [...outputs, ...sorts, ...(ranking ? [{ metric: ranking.by }] : [])]) {
    if ('key' in each) keys.add(each.key);
    if ('metric' in each)
      for (const partial of partialsOf(each.metric)) partials.set(partialSql(partial), partial);
  }
  return { keys: [...keys], partials: [...partials.values()] };
}

/** Names of the columns of a cube by the SQL that they stand for, in their order. */
export function cubeColumns({ keys, partials }: CubeParts): Map<string, string> {
  return new Map([
    ...keys.map((sql, place): [string, string] => [sql, `cube_key_${place}`]),
    ...partials.map((partial, place): [string, string] => [partialSql(partial), `cube_sum_${place}`]),
  ]);
}

/** The statement whose rows are the cube. */
export function cubeRows(source: CubeQuestion['source'], parts: CubeParts, dialect: Dialect): string {
  const items = [...cubeColumns(parts)].map(([sql, alias]) => ({ sql, alias }));
  return printSelect({ ...source, items, groupBy: parts.keys, having: [], orderBy: [] }, dialect);
}

/** A statement without rows, whose columns have the types of what is grouped by and summed up. */
export function cubeTypes(source: CubeQuestion['source'], { keys, partials }: CubeParts, dialect: Dialect) {
  const sums = [...new Set(partials.map(({ of }) => of))].filter((of) => of !== '*');
  const items = [...keys, ...sums].map((sql, place) => ({ sql, alias: `cube_type_${place}` }));
  const select = { ...source, where: ['1 = 0'], items, groupBy: [], having: [], orderBy: [] };
  return { sql: items.length > 0 ? printSelect(select, dialect) : undefined, keys, sums };
}

/** An average of a cube: its place, where its sum and count stand, and how it is divided. */
export interface CubeAverage {
  place: number;
  sum: number;
  count: number;
  /** Digits behind the point of the sum. */
  scale: number;
  /** Whether it is of a type that the engine divides in plain double precision. */
  isSmall: boolean;
}

/** How a question is asked of a cube. */
export interface CubeAsking {
  sql: string;
  /** Columns of the answer; those behind them are only sorted by, or what averages are made of. */
  shown: number;
  /** Places of the columns that it is sorted by. */
  sortedBy: number[];
  /** Whether no two rows can be equal in what they are sorted by. */
  isTotal: boolean;
  /** Averages, in whose places the plain quotients stand. */
  averages: CubeAverage[];
  /** Tells what the last series that is kept and the first that is not rank by: where both are equal, either could be kept. */
  edge: string | undefined;
}

/**
 * The statement that asks a cube, for one row more than the question's limit, so that it is seen whether rows at the
 * limit are equal in what they are sorted by; undefined where the cube lacks something.
 */
export function askCube(question: CubeQuestion, cube: CubeTable, dialect: Dialect): CubeAsking | undefined {
  const writer = new Writer(cube, dialect);
  for (const { alias, ...what } of question.outputs)
    if (!('key' in what ? writer.key(what.key, alias) : writer.metric(what.metric, alias))) return undefined;
  const shown = writer.items.length;
  const sortedBy: number[] = [];
  for (const sort of question.sorts) {
    const place = 'output' in sort ? sort.output : writer.items.length;
    if ('metric' in sort && !writer.metric(sort.metric, `cube_sort_${place}`)) return undefined;
    sortedBy.push(place);
  }
  const where: string[] = [];
  for (const { key, condition } of question.slices) {
    const name = writer.named(key);
    if (name === undefined) return undefined;
    where.push(condition(name));
  }
  const conditions = where.filter((condition) => condition !== '');
  const ranked = question.ranking && rankedSelect(question.ranking, cube, conditions, dialect);
  if (question.ranking && !ranked) return undefined;
  const averages = writer.averages();
  const keys = question.outputs.flatMap((output, place) => ('key' in output ? [place] : []));
  const select: Select = {
    items: writer.items,
    from: cube.table,
    ...(ranked && { join: ranked.join }),
    where: conditions,
    groupBy: [...new Set(keys.map((place) => writer.items[place]?.sql ?? ''))],
    having: [],
    orderBy: question.sorts.map(({ ascending }, place) => ({
      sql: dialect.quoteIdentifier(writer.items[sortedBy[place] ?? 0]?.alias ?? ''),
      ascending,
    })),
    ...(question.limit ? { limit: question.limit + 1 } : {}),
  };
  const isTotal = keys.every((place) => sortedBy.includes(place));
  const edge = ranked && printSelect(ranked.edge, dialect);
  return { sql: printSelect(select, dialect), shown, sortedBy, isTotal, averages, edge };
}

const RANKING = 'cube_ranking';
const RANK = 'cube_rank';

/** The series that a question keeps as a join, and the statement that tells what two of them rank by, the last and the next. */
function rankedSelect(
  { series, by, ascending, limit }: CubeRanking,
  cube: CubeTable,
  where: string[],
  dialect: Dialect,
): { join: Join; edge: Select } | undefined {
  const writer = new Writer(cube, dialect);
  if (!series.every((sql, place) => writer.key(sql, `cube_series_${place}`))) return undefined;
  const keys = writer.items.map(({ sql }) => sql);
  if (!writer.metric(by, RANK)) return undefined;
  const rank = dialect.quoteIdentifier(RANK);
  const select: Select = {
    items: writer.items,
    from: cube.table,
    where,
    groupBy: keys,
    having: [],
    orderBy: [{ sql: rank, ascending }],
  };
  const on = writer.items
    .slice(0, keys.length)
    .map(({ sql, alias }) => `${cube.table}.${sql} = ${dialect.quoteIdentifier(alias)}`);
  return {
    join: { type: 'JOIN', select: { ...select, limit }, alias: RANKING, on },
    edge: { ...select, items: writer.items.slice(keys.length), offset: limit - 1, limit: 2 },
  };
}

/** Writes the columns of a statement that asks a cube; what it lacks is told by `false`. */
class Writer {
  readonly items: SelectItem[] = [];
  readonly #cube: CubeTable;
  readonly #dialect: Dialect;
  readonly #averages: { place: number; of: string; sum: string; count: string }[] = [];

  constructor(cube: CubeTable, dialect: Dialect) {
    this.#cube = cube;
    this.#dialect = dialect;
  }

  /** What stands for some SQL in the cube. */
  named(sql: string): string | undefined {
    const name = this.#cube.columns.get(sql);
    return name === undefined ? undefined : this.#dialect.quoteIdentifier(name);
  }

  key(key: string, alias: string): boolean {
    return this.#item(this.named(key), alias);
  }

  /** A metric of the sums of a cube, in the very type that the engine gives it of the rows. */
  metric(metric: CubeMetric, alias: string): boolean {
    if ('pieces' in metric) {
      const sql = metric.pieces.map((piece) => (typeof piece === 'string' ? piece : this.#aggregate(piece)));
      return this.#item(sql.includes(undefined) ? undefined : sql.join(''), alias);
    }
    if (metric.aggregate !== 'AVG') return this.#item(this.#aggregate(metric), alias);
    const [first, second] = partialsOf(metric).map((partial) => this.named(partialSql(partial)));
    if (first === undefined || second === undefined) return false;
    const sum = `SUM(${first})`;
    const count = counted(second);
    this.#averages.push({ place: this.items.length, of: metric.of, sum, count });
    return this.#item(`CAST(${sum} AS DOUBLE) / NULLIF(${count}, 0)`, alias);
  }

  /** Writes what averages are made of behind all other columns. */
  averages(): CubeAverage[] {
    return this.#averages.map(({ place, of, sum, count }) => {
      const type = this.#cube.types.get(of) ?? '';
      const [, digits, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? [];
      const sumPlace = this.items.push({ sql: sum, alias: `cube_sum_of_${place}` }) - 1;
      const countPlace = this.items.push({ sql: count, alias: `cube_count_of_${place}` }) - 1;
      const isSmall = digits === undefined ? type === 'SMALLINT' : Number(digits) <= 4;
      return { place, sum: sumPlace, count: countPlace, scale: Number(scale ?? 0), isSmall };
    });
  }

  /** An aggregate but an average of those of smaller groups. */
  #aggregate(metric: CubeAggregate): string | undefined {
    const [name] = partialsOf(metric).map((partial) => this.named(partialSql(partial)));
    if (name === undefined) return undefined;
    return metric.aggregate === 'COUNT' ? counted(name) : `${metric.aggregate}(${name})`;
  }

  #item(sql: string | undefined, alias: string): boolean {
    if (sql !== undefined) this.items.push({ sql, alias });
    return sql !== undefined;
  }
}

function counted(name: string): string {
  return `CAST(COALESCE(SUM(${name}), 0) AS BIGINT)`;
}
