import { isAdhocMetric } from '@chartroom/model';
import { datasetColumnSql } from '../compile/expressions.ts';
import { metricSql } from '../compile/metrics.ts';
import type { Scope } from '../compile/scope.ts';
import type { Metric } from '../query-object.ts';

/** What can be summed up of sums: averages are a sum and a count. */
const SUMMED = ['SUM', 'COUNT', 'MIN', 'MAX', 'AVG'] as const;
type Summed = (typeof SUMMED)[number];

/** A metric that can be made of those of smaller groups. */
export interface CubeMetric {
  aggregate: Summed;
  /** SQL of what is summed up; `*` for the number of rows. */
  of: string;
}

/** What a cube keeps for a metric. */
export interface CubePartial {
  aggregate: Exclude<Summed, 'AVG'>;
  of: string;
}

/** A written metric of one plain column, of all rows, or of a number, which counts all rows. */
const WRITTEN =
  /^\s*(?<aggregate>sum|count|min|max|avg)\s*\(\s*(?:(?<all>\*|\d+)|(?<word>[a-z_]\w*)|"(?<quoted>(?:[^"]|"")+)")\s*\)\s*$/i;

/** A metric as a cube can tell it; undefined for every other. @throws ChartroomError as `metricSql` does */
export function cubeMetric(metric: Metric, scope: Scope): CubeMetric | undefined {
  if (isAdhocMetric(metric) && metric.expressionType === 'SIMPLE') {
    const aggregate = SUMMED.find((each) => each === metric.aggregate);
    const column = scope.columns.get(metric.column?.column_name ?? '');
    return aggregate && column && { aggregate, of: datasetColumnSql(column, scope.dialect) };
  }
  return written(metricSql(metric, scope), scope);
}

function written(sql: string, scope: Scope): CubeMetric | undefined {
  const { aggregate: word, all, word: bare, quoted } = WRITTEN.exec(sql)?.groups ?? {};
  const aggregate = SUMMED.find((each) => each === word?.toUpperCase());
  if (aggregate === undefined) return undefined;
  if (all !== undefined) return aggregate === 'COUNT' ? { aggregate, of: '*' } : undefined;
  const name = (quoted?.replaceAll('""', '"') ?? bare ?? '').toLowerCase();
  // A name that is no column of the table may be a word of the engine, or an expression of the dataset.
  const column = scope.dataset.columns.find(
    ({ column_name, expression }) => !expression && column_name.toLowerCase() === name,
  );
  return column && { aggregate, of: scope.dialect.quoteIdentifier(column.column_name) };
}

/** What a cube keeps so that a metric can be made of it. */
export function partialsOf({ aggregate, of }: CubeMetric): CubePartial[] {
  if (aggregate !== 'AVG') return [{ aggregate, of }];
  return [
    { aggregate: 'SUM', of },
    { aggregate: 'COUNT', of },
  ];
}

/** SQL of a partial; also the name by which it is known. */
export function partialSql({ aggregate, of }: CubePartial): string {
  return `${aggregate}(${of})`;
}
