import { type AnnotationLayerRow, annotationLayerApi, columnsOf } from '@chartroom/model';
import { unprocessable } from '../../http/errors.ts';
import { AUDITED_FILTERS, textIn } from '../../lists/common-filters.ts';
import { changedNow, createdNow } from '../people.ts';
import { givenTexts, oneOf, plainRows, requireUnique } from '../plain-rows.ts';
import { SIGNERS } from '../related.ts';
import { type Resource, writing } from '../resource.ts';
import { ANNOTATION_FILTERS } from './annotation-resource.ts';

const layerRows = plainRows('annotation_layers');
const TAKEN = { name: ['Name must be unique'] };

/** `/annotation_layer/` (contract/api.md §2.10). */
export const annotationLayerResource: Resource<AnnotationLayerRow> = {
  api: annotationLayerApi,
  path: 'annotation_layer',
  view: 'Annotation',
  model: 'Annotation Layer',
  noun: ['annotation layer', 'annotation layers'],
  table: 'annotation_layers',
  permissions: ['can_read', 'can_write'],
  listColumns: columnsOf(annotationLayerApi.row),
  showColumns: columnsOf(annotationLayerApi.item),
  orderColumns: [
    'name',
    'descr',
    'created_by.first_name',
    'changed_by.first_name',
    'changed_on',
    'changed_on_delta_humanized',
    'created_on',
  ],
  filters: {
    columns: {
      name: { kind: 'text' },
      descr: { kind: 'text' },
      ...AUDITED_FILTERS,
    },
    custom: {
      name: {
        annotation_layer_all_text: textIn('name', 'descr'),
      },
    },
  },
  filtersBelow: ANNOTATION_FILTERS,
  related: SIGNERS,
  list: layerRows,
  show: oneOf(layerRows),
  create: writing(annotationLayerApi.create.body, async (body, act) => {
    const { db } = act.services;
    await requireUnique(db, { table: 'annotation_layers', column: 'name', value: body.name }, TAKEN);
    const made = await db
      .insertInto('annotation_layers')
      .values({ ...createdNow(act), uuid: act.services.uuid(), name: body.name, descr: body.descr ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: made.id, result: body };
  }),
  update: writing(annotationLayerApi.update.body, async (body, id, act) => {
    const { db } = act.services;
    if (body.name)
      await requireUnique(
        db,
        { table: 'annotation_layers', column: 'name', value: body.name, except: id },
        TAKEN,
      );
    await db
      .updateTable('annotation_layers')
      .set({ ...changedNow(act), ...givenTexts(body, ['name', 'descr']) })
      .where('id', '=', id)
      .execute();
    return { result: { ...body, layer: id } };
  }),
  remove: async (ids, { services }) => {
    const used = await services.db
      .selectFrom('annotations')
      .select('id')
      .where('layer_id', 'in', ids)
      .limit(1)
      .executeTakeFirst();
    if (used) {
      throw unprocessable(
        ids.length === 1
          ? 'Annotation layer has associated annotations.'
          : 'Annotation layers have associated annotations.',
      );
    }
    await services.db.deleteFrom('annotation_layers').where('id', 'in', ids).execute();
  },
};
