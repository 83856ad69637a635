import { callable } from '../callable.ts';
import { TemplateProblem } from '../template-problem.ts';
import { datasetOf } from './dataset.ts';
import type { Macro } from './macro.ts';

/** `metric(key, dataset_id=null)`: the SQL of a saved metric, of the dataset that is asked unless another is named. */
export const metricMacro: Macro = {
  name: 'metric',
  value: ({ request, render }) =>
    callable('metric', ['metric_key'], ['dataset_id'], ([key, dataset]) => {
      const name = typeof key === 'string' ? key : '';
      const id = typeof dataset === 'number' ? dataset : request.own?.id;
      if (id === undefined)
        throw new TemplateProblem(
          'metric',
          `Please specify the Dataset ID for the \`\`${name}\`\` metric in the Jinja macro.`,
        );
      const found = id === request.own?.id ? request.own : datasetOf(id, request)?.model;
      if (!found) throw new TemplateProblem('dataset', `Dataset ID ${id} not found.`);
      const metric = found.metrics.find((each) => each.metric_name === name);
      if (!metric)
        throw new TemplateProblem('metric', `Metric \`\`${name}\`\` not found in ${found.table_name}.`);
      return render(metric.expression);
    }),
};
