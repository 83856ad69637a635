import { z } from 'zod';
import { type ColumnRef, columnRefSchema, type MetricRef } from './query-object.ts';

/** One entry of `adhoc_filters` (contract/charts.md §1.3). */
export const adhocFilterSchema = z.looseObject({
  expressionType: z.enum(['SIMPLE', 'SQL']),
  clause: z.enum(['WHERE', 'HAVING']).nullish(),
  subject: columnRefSchema.nullish(),
  operator: z.string().nullish(),
  operatorId: z.string().nullish(),
  comparator: z.unknown().optional(),
  sqlExpression: z.string().nullish(),
  filterOptionName: z.string().optional(),
  isExtra: z.boolean().optional(),
});
export type AdhocFilter = z.infer<typeof adhocFilterSchema>;

/** What a dashboard adds to a chart's question (contract/charts.md §1.6). */
export const extraFormDataSchema = z.looseObject({
  filters: z
    .array(z.looseObject({ col: columnRefSchema, op: z.string(), val: z.unknown().optional() }))
    .optional(),
  adhoc_filters: z.array(adhocFilterSchema).optional(),
  time_range: z.string().optional(),
  granularity_sqla: z.string().optional(),
  time_grain_sqla: z.string().optional(),
});
export type ExtraFormData = z.infer<typeof extraFormDataSchema>;

/**
 * Settings of a chart as saved in `params`. Keys are written as they are stored: both spellings of the
 * camel-cased ones are part of the format and are never renamed (contract/charts.md §0).
 */
export interface ChartFormData {
  datasource: string;
  viz_type: string;
  slice_id?: number | null;
  metrics?: MetricRef[] | null;
  metric?: MetricRef | null;
  groupby?: ColumnRef[] | null;
  x_axis?: ColumnRef | null;
  adhoc_filters?: AdhocFilter[] | null;
  time_range?: string | null;
  granularity_sqla?: string | null;
  time_grain_sqla?: string | null;
  extra_form_data?: ExtraFormData | null;
  [key: string]: unknown;
}

/** Reads `"<id>__<type>"`; anything but `query` is a table. Undefined when it is not such a key. */
export function parseDatasourceKey(key: string): { id: number; type: 'table' | 'query' } | undefined {
  const match = /^(\d+)__(\w+)$/.exec(key);
  return match ? { id: Number(match[1]), type: match[2] === 'query' ? 'query' : 'table' } : undefined;
}
