import { datasourceApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { fetchChartData } from '../../api/chart-data.ts';
import type { FilteredDataset } from './filtered-dataset.ts';

/** Values whose rows are counted, those with the most rows first. */
const MOST_COUNTED = 1_000;
const FRESH_MS = 60_000;

/** A value that a filter offers. */
export interface OfferedValue {
  value: string;
  label: string;
  /** How many rows have it; absent while that is not known. */
  rows: number | undefined;
}

interface OfferedValues {
  values: OfferedValue[];
  isFetching: boolean;
}

/**
 * What a filter on a column offers, in order. How many rows have each value is asked for once `isLooking`: that may take
 * longer, and whoever may not know it does without.
 */
export function useOfferedValues(
  datasource: FilteredDataset,
  column: string | undefined,
  isLooking: boolean,
): OfferedValues {
  const { id, type, uid } = datasource;
  const enabled = column !== undefined && datasource.filter_select_enabled;
  const values = useQuery({
    queryKey: ['values', uid, column],
    enabled,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const params = { type, pk: id, column: column ?? '' };
      const answer = await api(datasourceApi.columnValues, { params, signal });
      return answer.result;
    },
  });
  const counts = useQuery({
    queryKey: ['value-counts', uid, column],
    enabled: enabled && isLooking && values.data !== undefined,
    staleTime: FRESH_MS,
    retry: false,
    queryFn: ({ signal }) => countedValues(datasource, column ?? '', signal),
  });
  const offered = (values.data ?? [])
    .filter((each) => each !== null)
    .map(String)
    .sort((one, other) => one.localeCompare(other, undefined, { numeric: true }))
    .map((value) => ({ value, label: value, rows: counts.data?.get(value) }));
  return { values: offered, isFetching: values.isFetching };
}

async function countedValues(
  { id, type }: FilteredDataset,
  column: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const rows = { expressionType: 'SQL' as const, sqlExpression: 'COUNT(*)', label: '__rows' };
  const query = {
    columns: [column],
    metrics: [rows],
    orderby: [[rows, false] satisfies [typeof rows, boolean]],
    row_limit: MOST_COUNTED,
    apply_fetch_values_predicate: true,
  };
  const [answer] = await fetchChartData(
    {
      datasource: { id, type },
      queries: [query],
      result_type: 'full',
      result_format: 'json',
      force: false,
    },
    signal,
  );
  return new Map((answer?.data ?? []).map((row) => [String(row[column]), Number(row.__rows)]));
}
