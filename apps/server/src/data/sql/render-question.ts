import {
  combineRowRules,
  holdsFreeSql,
  isTemplate,
  loadSqlParser,
  type NormalQuery,
  namesIn,
  questionFacts,
  renderDataset,
  renderQuery,
  type TemplateTrace,
} from '@chartroom/query';
import type { DatasetSource, RowRule } from '../ports.ts';
import { guardDatasetSql, guardExpressions } from './render-guard.ts';
import { parametersOf, rendered, rulePlace, type TemplatePlace, type Told } from './render-request.ts';
import { expressionWithRules, type RulePlace, withRules } from './ruled-sql.ts';

/** A dataset as it is recorded, for the templates in its texts. */
export interface TemplateDesk extends TemplatePlace {
  dataset: DatasetSource;
  /** Row rules that apply to the asking person. */
  rules: RowRule[];
  urlParams: Readonly<Record<string, unknown>>;
}

/** A question whose texts are SQL, no templates any more. */
interface RenderedQuestion {
  query: NormalQuery;
  dataset: DatasetSource;
  /** Conditions every row must meet. */
  rules: string[];
  trace: TemplateTrace;
}

/**
 * Renders the templates of a question (contract/query.md §4): of its free SQL, its dataset and the row rules.
 * `renderedQuery` says that the query's own SQL is no template any more.
 * @throws TemplateProblem 422; 403 for tables that only this rendering reads and the asking person may not
 */
export async function renderQuestion(
  query: NormalQuery,
  desk: TemplateDesk,
  renderedQuery = false,
): Promise<RenderedQuestion> {
  const { dataset, rules, who } = desk;
  if (holdsFreeSql(query, dataset, rules)) await loadSqlParser();
  const told = (): Told => ({
    ...questionFacts(query, dataset, parametersOf(dataset.template_params), desk.now),
    urlParams: desk.urlParams,
    ruleClauses: rules.map(({ clause }) => clause),
    columnTypes: new Map(
      dataset.columns.flatMap(({ column_name, type }) => (type ? [[column_name, type]] : [])),
    ),
    own: dataset,
  });
  const { result, trace } = await rendered(desk, who, told, (renderer) => ({
    query: renderedQuery ? query : renderQuery(query, renderer),
    dataset: renderDataset(dataset, query, renderer),
    clauses: rules.map((rule) => ({ ...rule, clause: renderer.render(rule.clause) })),
  }));
  if (dataset.sql && result.dataset.sql && isTemplate(dataset.sql))
    await guardDatasetSql(result.dataset.sql, desk);
  await guardExpressions(expressionPairs(desk, result), desk);
  const ruled = await datasetWithRules(result.dataset, query, rulePlace({ ...desk, usual: dataset }, told));
  return {
    query: result.query,
    dataset: ruled,
    rules: combineRowRules(result.clauses, desk.database.engine.dialect),
    trace,
  };
}

/** Texts of a dataset and its rules that stand in a query, as they were written and as they were rendered. */
function expressionPairs(
  { dataset, rules }: TemplateDesk,
  made: { dataset: DatasetSource; clauses: readonly RowRule[] },
): [written: string, rendered: string][] {
  const pairs: [string | null, string | null | undefined][] = [
    ...dataset.columns.map(({ expression }, at): [string | null, string | null | undefined] => [
      expression,
      made.dataset.columns[at]?.expression,
    ]),
    ...dataset.metrics.map(({ expression }, at): [string, string | undefined] => [
      expression,
      made.dataset.metrics[at]?.expression,
    ]),
    [dataset.fetch_values_predicate, made.dataset.fetch_values_predicate],
    ...rules.map(({ clause }, at): [string, string | undefined] => [clause, made.clauses[at]?.clause]),
  ];
  // What the question does not mention was not rendered.
  return pairs.filter(
    (pair): pair is [string, string] => Boolean(pair[0]) && Boolean(pair[1]) && pair[0] !== pair[1],
  );
}

/** The dataset whose own SQL, and what of it the question mentions, gives only rows that the asking person may see. */
async function datasetWithRules(
  dataset: DatasetSource,
  query: NormalQuery,
  place: RulePlace,
): Promise<DatasetSource> {
  const mentioned = namesIn(query);
  const ruled = (expression: string) => expressionWithRules(expression, place);
  return {
    ...dataset,
    sql: dataset.sql && (await withRules(dataset.sql, place)),
    columns: await Promise.all(
      dataset.columns.map(async (column) =>
        column.expression && mentioned.has(column.column_name)
          ? { ...column, expression: await ruled(column.expression) }
          : column,
      ),
    ),
    metrics: await Promise.all(
      dataset.metrics.map(async (metric) =>
        mentioned.has(metric.metric_name)
          ? { ...metric, expression: await ruled(metric.expression) }
          : metric,
      ),
    ),
    fetch_values_predicate:
      dataset.fetch_values_predicate && query.apply_fetch_values_predicate
        ? await ruled(dataset.fetch_values_predicate)
        : dataset.fetch_values_predicate,
  };
}
