import {
  type ChartPart,
  type ChartType,
  type DrawDatasource,
  type DrawInput,
  type DrawnPart,
  formColors,
  loadChartType,
  numberOf,
  partForm,
} from '@chartroom/charts';
import type { ChartDataResult, ChartFormData } from '@chartroom/model';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { fetchChartData } from '../../api/chart-data.ts';
import { errorText } from '../../api/client.ts';
import { fetchPartOnDashboard } from '../../api/dashboards.ts';
import { fetchExplore } from '../../api/explore.ts';

/** A chart within another, and the answers to its question. */
interface AskedPart {
  name: string;
  type: ChartType;
  form: ChartFormData;
  results: ChartDataResult[];
  datasource: DrawDatasource;
}

/** Where the chart stands that others are parts of. */
interface Around {
  dashboardId: number | undefined;
  chart: number | undefined;
}

const PARTS = 'parts of charts';
/** How long an answer is not asked for again, in milliseconds. */
const FRESH = 60_000;

/**
 * The charts that a chart is made of, drawn: each is asked by itself, with its own form data and the filters that lie over it.
 * Undefined until all have been answered; what cannot be drawn says why.
 */
export function useChartParts(type: ChartType, input: DrawInput): readonly DrawnPart[] | undefined {
  const { form } = input;
  const parts = useMemo(() => type.parts?.(form) ?? [], [type, form]);
  const around: Around = { dashboardId: numberOf(form.dashboardId), chart: numberOf(form.slice_id) };
  useAskedAnew(input.results);
  const answers = useQueries({
    queries: parts.map((part) => ({
      queryKey: [PARTS, part, around],
      staleTime: FRESH,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) => askedPart(part, around, signal),
    })),
    combine: (found) =>
      found.map(({ data, error, isPending }) => ({
        data,
        problem: error === null ? undefined : errorText(error),
        isPending,
      })),
  });
  return useMemo(() => {
    if (answers.some(({ isPending }) => isPending)) return undefined;
    // No two labels have one colour, whichever of the charts they are of.
    const drawn = { ...input, colors: input.colors ?? formColors(input.form) };
    return answers.map(({ data, problem = '' }, index) =>
      data ? drawnPart(data, drawn) : { name: `Chart ${parts[index]?.id}`, problem },
    );
  }, [answers, parts, input]);
}

/** Who asks the chart anew asks those within it anew. */
function useAskedAnew(results: DrawInput['results']): void {
  const client = useQueryClient();
  const seen = useRef(results);
  useEffect(() => {
    if (seen.current === results) return;
    seen.current = results;
    void client.invalidateQueries({ queryKey: [PARTS] });
  }, [client, results]);
}

async function askedPart(part: ChartPart, around: Around, signal: AbortSignal): Promise<AskedPart> {
  const { name, own, dataset } = await (around.dashboardId === undefined
    ? savedPart(part.id, signal)
    : fetchPartOnDashboard({ ...around, dashboardId: around.dashboardId, part: part.id }, signal));
  const type = await loadChartType(own.viz_type);
  if (!type) throw new Error(`There is no chart type "${own.viz_type}".`);
  if (type.parts) throw new Error('It is itself made of other charts.');
  const form = partForm(own, part);
  const results = await fetchChartData(type.question(form, {}), signal);
  return { name, type, form, results, datasource: dataset };
}

async function savedPart(id: number, signal: AbortSignal) {
  const search = new URLSearchParams({ slice_id: String(id) });
  const { form_data, dataset, slice } = await fetchExplore(search, signal);
  const own: ChartFormData = { datasource: dataset.uid, viz_type: '', ...form_data };
  return { name: slice?.slice_name ?? `Chart ${id}`, own, dataset };
}

function drawnPart({ name, type, form, results, datasource }: AskedPart, around: DrawInput): DrawnPart {
  try {
    const drawing = type.draw({ ...around, form, results, datasource, selected: undefined });
    return { name, drawing, results };
  } catch (error) {
    return { name, results, problem: errorText(error) };
  }
}
