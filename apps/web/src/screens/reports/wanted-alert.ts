import { chartApi, chartDataApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import type { ReportForm } from './report-form.ts';

/**
 * The alert that an address asks for: of the chart `chart`, when its value is `operator` (a comparison) `threshold`. Its condition
 * is what the chart asks.
 */
export function useWantedAlert(): { initial: Partial<ReportForm> | undefined; forget: () => void } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const id = Number(search.chart);
  const isWanted = Number.isInteger(id) && id > 0;
  const asked = useQuery({
    queryKey: ['report', 'wanted alert', id],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const [chart, answer] = await Promise.all([
        api(chartApi.show, { params: { pk: id }, signal }),
        api(chartDataApi.stored, { params: { pk: id }, query: { type: 'query' }, signal }),
      ]);
      return { name: chart.result.slice_name ?? '', answer };
    },
  });
  const threshold = Number(search.threshold);
  const initial = isWanted &&
    asked.data && {
      name: `Alert on ${asked.data.name}`,
      content: 'chart' as const,
      chart: id,
      sql: sqlIn(asked.data.answer),
      condition: typeof search.operator === 'string' ? search.operator : '<',
      ...(Number.isFinite(threshold) && { threshold }),
    };
  return {
    initial: initial || undefined,
    forget: () => void navigate({ to: '/alert/list/', search: {}, replace: true }),
  };
}

function sqlIn(answer: unknown): string {
  const found =
    typeof answer === 'object' && answer !== null && 'result' in answer ? answer.result : undefined;
  const first: unknown = Array.isArray(found) ? found[0] : undefined;
  if (typeof first !== 'object' || first === null || !('query' in first)) return '';
  return typeof first.query === 'string' ? first.query : '';
}
