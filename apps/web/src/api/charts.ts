import {
  type ChartFormData,
  type ChartPost,
  chartApi,
  DATASOURCE_KINDS,
  type QueryContext,
} from '@chartroom/model';
import { api } from './api.ts';
import { request } from './client.ts';
import { saveVersion, tagOf } from './versions.ts';

/** What saving a chart sends. */
export type ChartPayload = Pick<
  ChartPost,
  'slice_name' | 'viz_type' | 'datasource_id' | 'datasource_type' | 'params' | 'query_context' | 'dashboards'
>;

/** A form without what a dashboard added. */
export function ownForm(form: ChartFormData): ChartFormData {
  const { extra_form_data: _, ...own } = form;
  if (!own.adhoc_filters) return own;
  return { ...own, adhoc_filters: own.adhoc_filters.filter((filter) => !filter.isExtra) };
}

/** The payload of a form: filters that a dashboard added are not saved. */
export function chartPayload(
  form: ChartFormData,
  name: string,
  context: QueryContext,
  dashboards: number[],
): ChartPayload {
  const own = ownForm(form);
  const params = { ...own, adhoc_filters: own.adhoc_filters ?? [], dashboards };
  return {
    slice_name: name,
    viz_type: form.viz_type,
    ...sourceOf(form),
    params: JSON.stringify(params),
    query_context: JSON.stringify(context),
    dashboards,
  };
}

/** What a form is asked of. */
export function sourceOf(form: Pick<ChartFormData, 'datasource'>) {
  const [id, type] = form.datasource.split('__');
  return {
    datasource_id: Number(id),
    datasource_type: DATASOURCE_KINDS.find((kind) => kind === type) ?? 'table',
  };
}

/** Creates a chart; answers its id. */
export async function createChart(payload: ChartPayload): Promise<number> {
  return (await api(chartApi.create, { body: payload })).id;
}

/**
 * Overwrites a chart. With the time of the version that was opened, it is refused with 412 when somebody else has
 * saved since; without one it is overwritten whatever stands there.
 */
export async function updateChart(id: number, payload: ChartPayload, openedAt?: string): Promise<void> {
  await saveVersion('chart', id, payload, openedAt ? tagOf(openedAt) : null);
}

/** The dashboards a chart is on. */
export async function dashboardsOfChart(id: number): Promise<number[]> {
  const { result } = await api(chartApi.show, { params: { pk: id }, q: { columns: ['dashboards.id'] } });
  return result.dashboards.map((each) => each.id);
}

/** Creates an empty dashboard; answers its id. */
export async function createDashboard(title: string): Promise<number> {
  return (await request<{ id: number }>('POST', '/api/v1/dashboard/', { body: { dashboard_title: title } }))
    .id;
}
