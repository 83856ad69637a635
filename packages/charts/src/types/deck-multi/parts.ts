import type { ChartFormData } from '@chartroom/model';
import type { ChartPart } from '../../chart-type.ts';
import { isAdhocFilter } from '../../question/filters.ts';
import { listed, membersOf, numberOf } from '../../question/read-form.ts';

/** The charts of its layers, the lowest first, each with the filters that reach it. */
export function parts(form: ChartFormData): ChartPart[] {
  const ids = new Set(
    listed(form.deck_slices).flatMap((id) => {
      const number = numberOf(id);
      return Number.isInteger(number) && number !== undefined ? [number] : [];
    }),
  );
  const extra = form.extra_form_data ?? {};
  const filters = Array.isArray(extra.filters) ? extra.filters : undefined;
  return [...ids].map((id, layer) => ({
    id,
    adhoc_filters: listed(form.adhoc_filters).filter(isAdhocFilter),
    extra_filters: listed(form.extra_filters),
    extra_form_data: filters ? { ...extra, filters: reaching(filters, form, layer) } : extra,
  }));
}

/** The filters of a dashboard without those of which it says that they are for other layers. */
function reaching<Filter>(filters: readonly Filter[], form: ChartFormData, layer: number): Filter[] {
  const scopes = Object.entries(membersOf(form.layer_filter_scope));
  const known = membersOf(form.filter_data_mapping);
  const texts = (isOwn: boolean) =>
    new Set(
      scopes
        .filter(([, layers]) => listed(layers).map(Number).includes(layer) === isOwn)
        .flatMap(([id]) => listed(known[id]).map((filter) => JSON.stringify(filter))),
    );
  const [own, others] = [texts(true), texts(false)];
  return filters.filter((filter) => {
    const text = JSON.stringify(filter);
    return own.has(text) || !others.has(text);
  });
}
