import type { AdhocFilter, ChartFormData, ExtraFormData } from '@chartroom/model';
import { nanoid } from 'nanoid';
import { exploreExtras } from '../../shared/explore-context.ts';

/** A form with the filters of the dashboard from which its chart is opened (contract/ui.md D1), marked as not its own. */
export function withDashboardFilters<Form extends Partial<ChartFormData>>(
  form: Form,
  search: URLSearchParams,
): Form {
  const page = search.get('dashboard_page_id');
  const chart = Number(search.get('slice_id'));
  const known = page && chart > 0 ? exploreExtras(page, chart) : undefined;
  return known ? withExtras(form, known.extra) : form;
}

function withExtras<Form extends Partial<ChartFormData>>(form: Form, extra: ExtraFormData): Form {
  const { filters = [], adhoc_filters = [], ...others } = extra;
  const added: AdhocFilter[] = [
    ...filters.map(({ col, op, val }) => ({
      expressionType: 'SIMPLE' as const,
      clause: 'WHERE' as const,
      subject: col,
      operator: op,
      ...(val === undefined ? {} : { comparator: val }),
    })),
    ...adhoc_filters,
  ].map((filter) => ({ ...filter, isExtra: true, filterOptionName: `filter_${nanoid()}` }));
  const hasTimes = Object.keys(others).length > 0;
  if (added.length === 0 && !hasTimes) return form;
  return {
    ...form,
    adhoc_filters: [...(form.adhoc_filters ?? []), ...added],
    // A time range and the like replace what the chart says, as they do on the dashboard.
    ...(hasTimes && { extra_form_data: others }),
  };
}

/** What a form has from a dashboard, in words; empty where it has nothing. */
export function dashboardWords({ adhoc_filters, extra_form_data }: ChartFormData): string[] {
  const columns = (adhoc_filters ?? []).flatMap(({ isExtra, subject, sqlExpression }) => {
    if (!isExtra) return [];
    if (typeof subject === 'string') return [subject];
    return [subject?.label ?? sqlExpression ?? 'SQL'];
  });
  const range = extra_form_data?.time_range;
  const grain = extra_form_data?.time_grain_sqla;
  const column = extra_form_data?.granularity_sqla;
  return [
    ...new Set(columns),
    ...(range ? [`time range ${range}`] : []),
    ...(grain ? [`time grain ${grain}`] : []),
    ...(column ? [`time column ${column}`] : []),
  ];
}
