import { callable } from '../callable.ts';
import { TemplateProblem } from '../template-problem.ts';
import type { Value } from '../value.ts';
import { datasetOf } from './dataset.ts';
import type { Macro, TemplateRequest } from './macro.ts';

/** `metric(key, dataset_id=null)`: the SQL of a saved metric, of the dataset that is asked unless another is named. */
export const metricMacro: Macro = {
  name: 'metric',
  value: ({ request, render }) =>
    callable('metric', ['metric_key'], ['dataset_id'], ([key, dataset]) => {
      const name = typeof key === 'string' ? key : '';
      const id = idOf(dataset ?? null, request);
      if (id === undefined)
        throw new TemplateProblem('metric', `Please specify the Dataset ID for the \`\`${name}\`\` metric in the Jinja macro.`);
      const found = datasetOf(id, request);
      if (!found) throw new TemplateProblem('dataset', `Dataset ID ${id} not found.`);
      const metric = found.model.metrics.find((each) => each.metric_name === name);
      if (!metric) throw new TemplateProblem('metric', `Metric \`\`${name}\`\` not found in ${found.model.table_name}.`);
      return render(metric.expression);
    }),
};

function idOf(given: Value, request: TemplateRequest): number | undefined {
  return typeof given === 'number' ? given : request.datasetId;
}
