import type { ChartFormData } from '@chartroom/model';
import type { ChartPart } from '../chart-type.ts';
import { listed } from './read-form.ts';

/** The form data of a chart that is a part of another, under the filters of both. */
export function partForm(own: ChartFormData, part: ChartPart): ChartFormData {
  const [extra, further] = [own.extra_form_data ?? {}, part.extra_form_data];
  const filters = joined(extra.filters, further.filters);
  const adhoc_filters = joined(extra.adhoc_filters, further.adhoc_filters);
  return {
    ...own,
    adhoc_filters: joined(part.adhoc_filters, own.adhoc_filters),
    extra_filters: [...listed(own.extra_filters), ...listed(part.extra_filters)],
    extra_form_data: {
      ...extra,
      ...further,
      ...(filters.length > 0 && { filters }),
      ...(adhoc_filters.length > 0 && { adhoc_filters }),
    },
  };
}

/** What is no list, as stored forms may have it, is none. */
function joined<T>(...lists: (T[] | null | undefined)[]): T[] {
  return lists.flatMap((list) => (Array.isArray(list) ? list : []));
}
