import { chartApi, reportApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { z } from 'zod';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';
import type { ReportForm } from './report-form.ts';

/**
 * The alert that an address asks for: of the chart `chart`, when its value is `operator` (a comparison) `threshold`. Its condition
 * is one number of the chart: of the metric `metric`, else the first, and of the rows that `filters` leave.
 */
export function useWantedAlert(): { initial: Partial<ReportForm> | undefined; forget: () => void } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const id = Number(search.chart);
  const isWanted = Number.isInteger(id) && id > 0;
  const wanted = {
    chart: id,
    metric: typeof search.metric === 'string' ? search.metric : null,
  };
  const forget = () => void navigate({ to: '/alert/list/', search: {}, replace: true });
  const asked = useQuery({
    queryKey: ['report', 'wanted alert', wanted, search.filters],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const [chart, question] = await Promise.all([
        api(chartApi.show, { params: { pk: id }, signal }),
        api(reportApi.alertQuestion, { body: { ...wanted, filters: conditionsIn(search.filters) }, signal }),
      ]);
      return { name: chart.result.slice_name ?? '', ...question.result };
    },
  });
  const { error, data } = asked;
  useEffect(() => {
    if (error) toast.error(errorText(error));
  }, [error]);
  useEffect(() => {
    for (const note of data?.notes ?? []) toast.warning(note);
  }, [data]);
  const threshold = Number(search.threshold);
  const initial = isWanted &&
    data && {
      name: `Alert on ${data.name}`.slice(0, 150),
      content: 'chart' as const,
      chart: id,
      database: data.database,
      sql: data.sql,
      condition: typeof search.operator === 'string' ? search.operator : '<',
      ...(search.threshold !== undefined && Number.isFinite(threshold) && { threshold }),
    };
  return { initial: initial || undefined, forget };
}

/** Conditions as an address has them: JSON. */
function conditionsIn(text: unknown) {
  if (typeof text !== 'string' || text === '') return [];
  try {
    return z.array(z.record(z.string(), z.json())).parse(JSON.parse(text));
  } catch {
    toast.warning('The conditions of this address could not be read: the alert begins without them.');
    return [];
  }
}
