import type { ChartFormData, QueryContext } from '@chartroom/model';
import { request } from './client.ts';
import { saveVersion, tagOf } from './versions.ts';

/** What saving a chart sends. */
export interface ChartPayload {
  slice_name: string;
  viz_type: string;
  datasource_id: number;
  datasource_type: string;
  params: string;
  query_context: string;
  dashboards: number[];
}

/** The payload of a form: filters that a dashboard added are not saved. */
export function chartPayload(
  form: ChartFormData,
  name: string,
  context: QueryContext,
  dashboards: number[],
): ChartPayload {
  const [id, type] = form.datasource.split('__');
  const params = {
    ...form,
    adhoc_filters: form.adhoc_filters?.filter((filter) => !filter.isExtra) ?? [],
    dashboards,
  };
  return {
    slice_name: name,
    viz_type: form.viz_type,
    datasource_id: Number(id),
    datasource_type: type ?? 'table',
    params: JSON.stringify(params),
    query_context: JSON.stringify(context),
    dashboards,
  };
}

/** Creates a chart; answers its id. */
export async function createChart(payload: ChartPayload): Promise<number> {
  return (await request<{ id: number }>('POST', '/api/v1/chart/', { body: payload })).id;
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
  const answer = await request<{ result: { dashboards: { id: number }[] } }>('GET', `/api/v1/chart/${id}`, {
    query: { q: '(columns:!(dashboards.id))' },
  });
  return answer.result.dashboards.map((each) => each.id);
}

/** Creates an empty dashboard; answers its id. */
export async function createDashboard(title: string): Promise<number> {
  return (await request<{ id: number }>('POST', '/api/v1/dashboard/', { body: { dashboard_title: title } }))
    .id;
}
