import { type AnnotationRow, annotationApi, columnsOf } from '@chartroom/model';
import { sql } from 'kysely';
import type { z } from 'zod';
import { plainMoment } from '../../http/humanized.ts';
import { AUDITED_FILTERS, textIn } from '../../lists/common-filters.ts';
import type { Filters } from '../../lists/filters.ts';
import { oneOf, plainRows } from '../plain-rows.ts';
import type { Listed } from '../resource.ts';

/** What the annotations of a layer can be narrowed to. */
export const ANNOTATION_FILTERS: Filters = {
  columns: {
    short_descr: { kind: 'text' },
    long_descr: { kind: 'text' },
    json_metadata: { kind: 'text' },
    start_dttm: { kind: 'date' },
    end_dttm: { kind: 'date' },
    layer: { kind: 'one', column: 'layer_id' },
    ...AUDITED_FILTERS,
  },
  custom: {
    short_descr: { annotation_all_text: textIn('short_descr', 'long_descr') },
  },
};

const annotationRows = plainRows('annotations', (row) => ({
  ...row,
  start_dttm: plainMoment(String(row.start_dttm)),
  end_dttm: plainMoment(String(row.end_dttm)),
}));

/** An annotation without its layer. */
type StoredAnnotation = Omit<z.infer<typeof annotationApi.item>, 'layer'>;

/** The annotations of one layer as a list. */
export function annotationsOf(layerId: number): Listed<AnnotationRow, StoredAnnotation> {
  return {
    path: `annotation_layer/${layerId}/annotation`,
    view: 'Annotation',
    model: 'Annotation',
    noun: ['annotation', 'annotations'],
    table: 'annotations',
    permissions: ['can_read', 'can_write'],
    listColumns: columnsOf(annotationApi.row),
    showColumns: columnsOf(annotationApi.item),
    orderColumns: [
      'changed_by.first_name',
      'changed_on_delta_humanized',
      'created_by.first_name',
      'end_dttm',
      'long_descr',
      'short_descr',
      'start_dttm',
    ],
    filters: ANNOTATION_FILTERS,
    visible: () => sql<boolean>`t.layer_id = ${layerId}`,
    list: annotationRows,
    show: oneOf(annotationRows),
  };
}
