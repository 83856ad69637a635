import {
  combineRowRules,
  holdsFreeSql,
  isTemplate,
  loadSqlParser,
  type NormalQuery,
  questionFacts,
  renderDataset,
  renderQuery,
  type TemplateTrace,
} from '@chartroom/query';
import type { DatasetSource, RowRule } from './ports.ts';
import { guardDatasetSql } from './render-guard.ts';
import { parametersOf, rendered, type TemplatePlace, type Told } from './render-request.ts';

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
export async function renderQuestion(query: NormalQuery, desk: TemplateDesk, renderedQuery = false): Promise<RenderedQuestion> {
  const { dataset, rules, who } = desk;
  const { dialect } = desk.database.engine;
  if (holdsFreeSql(query, dataset, rules)) await loadSqlParser();
  const told = (): Told => ({
    ...questionFacts(query, dataset, parametersOf(dataset.template_params), desk.now),
    urlParams: desk.urlParams,
    ruleClauses: rules.map(({ clause }) => clause),
    columnTypes: new Map(dataset.columns.flatMap(({ column_name, type }) => (type ? [[column_name, type]] : []))),
    own: dataset,
  });
  const { result, trace } = await rendered(desk, who, told, (renderer) => ({
    query: renderedQuery ? query : renderQuery(query, renderer),
    dataset: renderDataset(dataset, query, renderer),
    rules: combineRowRules(
      rules.map((rule) => ({ ...rule, clause: renderer.render(rule.clause) })),
      dialect,
    ),
  }));
  if (dataset.sql && result.dataset.sql && isTemplate(dataset.sql)) await guardDatasetSql(result.dataset.sql, desk);
  return { ...result, trace };
}
