import type { QueryContext } from '@chartroom/model';

/**
 * The same question, of whose answer no row is lost for want of a category: pivots keep those, as a label of their own. It is a
 * word of this server alone; without it rows are dropped as recorded (contract/charts.md §1.14, `pivot`).
 */
export function keepMissing(context: QueryContext): QueryContext {
  return {
    ...context,
    queries: context.queries.map((query) => {
      if (!query.post_processing?.some((step) => step?.operation === 'pivot')) return query;
      const post_processing = query.post_processing.map((step) =>
        step?.operation === 'pivot' ? { ...step, options: { ...step.options, keep_missing: true } } : step,
      );
      return { ...query, post_processing };
    }),
  };
}
