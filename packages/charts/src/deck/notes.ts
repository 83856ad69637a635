import type { ChartFormData } from '@chartroom/model';
import { textOf } from '../question/read-form.ts';

const CODE = ['js_data_mutator', 'js_tooltip', 'js_onclick_href'];

/** What a layer does not show, in sentences. */
export function layerNotes(form: ChartFormData, unplaced: number): string[] {
  return [
    ...(unplaced > 0 ? [`${unplaced} ${unplaced === 1 ? 'row has' : 'rows have'} no place.`] : []),
    ...(CODE.some((key) => textOf(form[key]) !== undefined) ? ['JavaScript of charts is not run.'] : []),
  ];
}
