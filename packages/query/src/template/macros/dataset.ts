import { compileQuery } from '../../compile/compile-query.ts';
import { normalizeQuery } from '../../query-object.ts';
import { callable } from '../callable.ts';
import { TemplateProblem } from '../template-problem.ts';
import { Sequence, truth, type Value } from '../value.ts';
import {
  DatasetNeeded,
  type Macro,
  type Scene,
  type TemplateDataset,
  type TemplateRequest,
} from './macro.ts';

/**
 * `dataset(id, include_metrics=false, columns=null)`: another dataset as a sub-select with its row rules, to stand
 * after FROM.
 */
export const datasetMacro: Macro = {
  name: 'dataset',
  value: (scene) =>
    callable('dataset', ['dataset_id'], ['include_metrics', 'columns'], ([id, metrics, columns]) => {
      const found = typeof id === 'number' ? datasetOf(id, scene.request) : null;
      if (!found) throw new TemplateProblem('dataset', `Dataset ${idText(id)} not found!`);
      const chosen = columns instanceof Sequence ? columns.items.map(String) : null;
      return `(\n${subselect(found, chosen, truth(metrics ?? false), scene)}\n) AS dataset_${idText(id)}`;
    }),
};

/** A dataset that was fetched; null where there is none. @throws DatasetNeeded for one that was not fetched yet */
export function datasetOf(id: number, request: TemplateRequest): TemplateDataset | null {
  const found = request.datasets.get(id);
  if (found === undefined) throw new DatasetNeeded(id);
  return found;
}

function subselect(
  { model, rules }: TemplateDataset,
  chosen: string[] | null,
  withMetrics: boolean,
  scene: Scene,
): string {
  const rendered = {
    ...model,
    columns: model.columns.map((column) => ({
      ...column,
      expression: column.expression ? scene.render(column.expression) : null,
    })),
    metrics: withMetrics
      ? model.metrics.map((metric) => ({ ...metric, expression: scene.render(metric.expression) }))
      : [],
  };
  const query = normalizeQuery({
    columns: chosen ?? model.columns.map((column) => column.column_name),
    ...(withMetrics && { metrics: model.metrics.map((metric) => metric.metric_name) }),
  });
  return compileQuery({
    query,
    dataset: rendered,
    dialect: scene.request.dialect,
    now: scene.request.now,
    rowRules: rules,
  }).sql;
}

function idText(id: Value | undefined): string {
  return typeof id === 'number' ? String(id) : '?';
}
