import { type ChartFormData, type MetricRef, metricLabel } from '@chartroom/model';
import { metricsOf } from '../../question/read-form.ts';

/** The metric that colours the arcs; undefined when it is the one that sizes them, or none. */
export function secondMetric(form: ChartFormData): MetricRef | undefined {
  const [first] = metricsOf(form.metric);
  const [second] = metricsOf(form.secondary_metric).filter((metric) => metric !== '');
  if (second === undefined) return undefined;
  return first !== undefined && metricLabel(first) === metricLabel(second) ? undefined : second;
}
