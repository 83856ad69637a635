import {
  type ChartDataResult,
  type DataMask,
  type DataMasks,
  type NativeFilter,
  type QueryContext,
  selectMask,
} from '@chartroom/model';
import { filterQuestion, parentExtras } from './filter-question.ts';

/** Who asks for the first values of filters. */
export interface FirstAsker {
  dashboardId: number;
  datasets: readonly { id: number; main_dttm_col?: string | null | undefined }[];
  ask(question: QueryContext): Promise<ChartDataResult[]>;
}

/** Whether a filter is to begin with the first value that it offers, and says nothing yet (contract/ui.md C3). */
export function wantsFirst(filter: NativeFilter, masks: DataMasks): boolean {
  if (filter.type !== 'NATIVE_FILTER' || filter.controlValues?.defaultToFirstItem !== true) return false;
  const isOfValues = filter.filterType === undefined || filter.filterType === 'filter_select';
  return isOfValues && (masks[filter.id]?.filterState?.value ?? null) === null;
}

/** What filters say that begin with the first value they offer: those on which others depend are asked first. */
export async function withFirstValues(
  filters: readonly NativeFilter[],
  given: DataMasks,
  asker: FirstAsker,
): Promise<{ masks: DataMasks; failed: NativeFilter[] }> {
  let masks = given;
  const failed: NativeFilter[] = [];
  let pending = filters.filter((filter) => wantsFirst(filter, given));
  while (pending.length > 0) {
    const ids = new Set(pending.map(({ id }) => id));
    const free = pending.filter((filter) => !(filter.cascadeParentIds ?? []).some((id) => ids.has(id)));
    // Filters that depend on each other in a circle are asked all at once.
    const now = free.length > 0 ? free : pending;
    const before = masks;
    const found = await Promise.all(now.map((filter) => firstMask(filter, before, asker)));
    for (const [at, filter] of now.entries()) {
      const mask = found[at];
      if (mask === 'failed') failed.push(filter);
      else if (mask) masks = { ...masks, [filter.id]: { id: filter.id, ...mask } };
    }
    pending = pending.filter((filter) => !now.includes(filter));
  }
  return { masks, failed };
}

async function firstMask(
  filter: NativeFilter,
  masks: DataMasks,
  { dashboardId, datasets, ask }: FirstAsker,
): Promise<DataMask | 'failed' | undefined> {
  const dataset = datasets.find(({ id }) => id === filter.targets?.[0]?.datasetId);
  const mainTime = dataset?.main_dttm_col;
  const question = filterQuestion(filter, parentExtras(filter, masks), { dashboardId, mainTime, rows: 1 });
  if (!question) return undefined;
  try {
    const [answer] = await ask(question);
    const row = answer?.data[0];
    const column = filter.targets?.[0]?.column?.name ?? '';
    return row ? selectMask(filter, [scalarOf(row[column])]) : undefined;
  } catch {
    // The caller says which filters have no value.
    return 'failed';
  }
}

function scalarOf(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
