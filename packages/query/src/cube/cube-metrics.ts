import { isAdhocMetric } from '@chartroom/model';
import { datasetColumnSql } from '../compile/expressions.ts';
import { metricSql } from '../compile/metrics.ts';
import type { Scope } from '../compile/scope.ts';
import type { Metric } from '../query-object.ts';
import { type Token, tokenize, UnfinishedText } from '../sql/tokens.ts';

/** What can be summed up of sums: averages are a sum and a count. */
const SUMMED = ['SUM', 'COUNT', 'MIN', 'MAX', 'AVG'] as const;
type Summed = (typeof SUMMED)[number];

/** One aggregate of rows. */
export interface CubeAggregate {
  aggregate: Summed;
  /** SQL of what is summed up; `*` for the number of rows. */
  of: string;
}

/** A metric that can be made of those of smaller groups: one aggregate, or several (no averages) with the SQL around them. */
export type CubeMetric = CubeAggregate | { pieces: (string | CubeAggregate)[] };

/** What a cube keeps for a metric. */
export interface CubePartial {
  aggregate: Exclude<Summed, 'AVG'>;
  of: string;
}

/** A metric as a cube can tell it; undefined for every other. @throws ChartroomError as `metricSql` does */
export function cubeMetric(metric: Metric, scope: Scope): CubeMetric | undefined {
  if (isAdhocMetric(metric) && metric.expressionType === 'SIMPLE') {
    const aggregate = SUMMED.find((each) => each === metric.aggregate);
    const column = scope.columns.get(metric.column?.column_name ?? '');
    return aggregate && column && { aggregate, of: datasetColumnSql(column, scope.dialect) };
  }
  return writtenMetric(metricSql(metric, scope), scope);
}

/** Aggregates that a metric is made of. */
export function aggregatesOf(metric: CubeMetric): CubeAggregate[] {
  return 'pieces' in metric ? metric.pieces.filter((piece) => typeof piece !== 'string') : [metric];
}

/** What a cube keeps so that a metric can be made of it. */
export function partialsOf(metric: CubeMetric): CubePartial[] {
  return aggregatesOf(metric).flatMap(({ aggregate, of }): CubePartial[] => {
    if (aggregate !== 'AVG') return [{ aggregate, of }];
    return [
      { aggregate: 'SUM', of },
      { aggregate: 'COUNT', of },
    ];
  });
}

/** SQL of a partial; also the name by which it is known. */
export function partialSql({ aggregate, of }: CubePartial): string {
  return `${aggregate}(${of})`;
}

/**
 * Words and calls between aggregates, and inside them: what they make follows from the values and types that they are given,
 * which are those of the direct statement.
 */
const BETWEEN = {
  words: new Set('case when then else end and or not is null as double float bigint integer'.split(' ')),
  calls: new Set(
    'coalesce nullif ifnull abs greatest least round cast case when then else and or not'.split(' '),
  ),
};
const INSIDE = {
  words: new Set('case when then else end and or not is null in between true false'.split(' ')),
  calls: new Set('coalesce nullif ifnull abs greatest least case when then else and or not in'.split(' ')),
};
const SIGNS = /^[()+\-*/<>=!,:]+$/;

/** A metric in SQL as a cube can tell it: aggregates of columns and of expressions of them, and what is reckoned with several. */
export function writtenMetric(sql: string, scope: Scope): CubeMetric | undefined {
  const tokens = tokensOf(sql, scope);
  if (!tokens) return undefined;
  const pieces: (string | CubeAggregate)[] = [];
  let [at, told] = [0, 0];
  for (let token = tokens[at]; token; token = tokens[at]) {
    const aggregate = SUMMED.find((each) => each === token.text.toUpperCase());
    if (aggregate === undefined || tokens[at + 1]?.text !== '(') {
      if (!isBetween(token, tokens[at + 1])) return undefined;
      at += 1;
      continue;
    }
    const end = closing(tokens, at + 1);
    const of = summedUp(aggregate, sql, tokens.slice(at + 2, end), scope);
    if (of === undefined) return undefined;
    pieces.push(sql.slice(told, token.start), { aggregate, of });
    told = (tokens[end]?.start ?? sql.length) + 1;
    at = end + 1;
  }
  return metricOf([...pieces, sql.slice(told)]);
}

function metricOf(pieces: (string | CubeAggregate)[]): CubeMetric | undefined {
  const aggregates = pieces.filter((piece) => typeof piece !== 'string');
  const isAlone = pieces.every((piece) => typeof piece !== 'string' || piece.trim() === '');
  if (isAlone && aggregates.length === 1) return aggregates[0];
  // The engine rounds an average before it goes on with it.
  const isExact = aggregates.length > 0 && aggregates.every(({ aggregate }) => aggregate !== 'AVG');
  return isExact ? { pieces } : undefined;
}

function tokensOf(sql: string, { dialect }: Scope): Token[] | undefined {
  try {
    const tokens = tokenize(sql, dialect.lexical);
    return tokens.some(({ kind }) => kind === 'comment') ? undefined : tokens;
  } catch (error) {
    if (error instanceof UnfinishedText) return undefined;
    throw error;
  }
}

/** The place of the bracket that closes the one at a place; that behind the last token where none does. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (tokens[at]?.text === '(') depth += 1;
    if (tokens[at]?.text === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

function isBetween({ kind, text }: Token, next: Token | undefined): boolean {
  if (kind === 'symbol') return SIGNS.test(text);
  if (kind !== 'word') return kind === 'number';
  return (next?.text === '(' ? BETWEEN.calls : BETWEEN.words).has(text.toLowerCase());
}

/** SQL of what an aggregate sums up; undefined where that is not made of columns of the table alone. */
function summedUp(
  aggregate: Summed,
  sql: string,
  tokens: readonly Token[],
  scope: Scope,
): string | undefined {
  const [first, ...others] = tokens;
  const last = tokens.at(-1);
  if (!first || !last) return undefined;
  const isAll = others.length === 0 && (first.text === '*' || /^\d+$/.test(first.text));
  if (isAll) return aggregate === 'COUNT' ? '*' : undefined;
  const own = others.length === 0 ? columnNamed(first, scope) : undefined;
  if (own !== undefined) return scope.dialect.quoteIdentifier(own);
  const isOfColumns = tokens.some((token) => columnNamed(token, scope) !== undefined);
  const isPlain = tokens.every((token, place) => isInside(token, tokens[place + 1], scope));
  return isOfColumns && isPlain ? sql.slice(first.start, last.start + last.text.length) : undefined;
}

function isInside(token: Token, next: Token | undefined, scope: Scope): boolean {
  const { kind, text } = token;
  if (kind === 'symbol') return SIGNS.test(text) && text !== '/';
  if (kind === 'number' || kind === 'string') return true;
  const calls = next?.text === '(';
  if (kind === 'word' && (calls ? INSIDE.calls : INSIDE.words).has(text.toLowerCase())) return true;
  return !calls && columnNamed(token, scope) !== undefined;
}

/** The column of the table that a token names. A name that is none may be a word of the engine, or an expression of the dataset. */
function columnNamed({ kind, text }: Token, { dataset }: Scope): string | undefined {
  if (kind !== 'word' && kind !== 'identifier') return undefined;
  const name = (kind === 'word' ? text : text.slice(1, -1).replaceAll('""', '"')).toLowerCase();
  return dataset.columns.find(
    ({ column_name, expression }) => !expression && column_name.toLowerCase() === name,
  )?.column_name;
}
