import { columnsOf, type TagRow, tagApi } from '@chartroom/model';
import { sql } from 'kysely';
import { AUDITED_FILTERS, either } from '../../lists/common-filters.ts';
import { changedNow } from '../people.ts';
import { oneOf, plainRows, requireUnique } from '../plain-rows.ts';
import { SIGNERS } from '../related.ts';
import { type Resource, writing } from '../resource.ts';
import { ensureCustomTags, linkObjects, replaceObjects } from './tag-writes.ts';

const tagRows = plainRows('tags');

const COLUMNS = columnsOf(tagApi.row);

/** `/tag/` (contract/api.md §2.8). */
export const tagResource: Resource<TagRow, TagRow> = {
  api: tagApi,
  path: 'tag',
  view: 'Tag',
  model: 'Tag',
  noun: ['tag', 'tags'],
  table: 'tags',
  permissions: ['can_read', 'can_write', 'can_bulk_create'],
  listColumns: COLUMNS,
  showColumns: COLUMNS,
  orderColumns: COLUMNS,
  orderBy: { created_on_delta_humanized: sql`t.created_on` },
  orderByName: {
    'changed_by.last_name': { column: 'changed_by_id', table: 'users', name: 'last_name' },
    'created_by.last_name': { column: 'created_by_id', table: 'users', name: 'last_name' },
  },
  filters: {
    columns: {
      id: { kind: 'number' },
      name: { kind: 'text' },
      description: { kind: 'text' },
      type: { kind: 'enum' },
      ...AUDITED_FILTERS,
    },
    custom: { type: { custom_tag: either(sql<boolean>`t.type = 1`) } },
  },
  related: SIGNERS,
  favorites: 'tag',
  list: tagRows,
  show: oneOf(tagRows),
  create: writing(tagApi.create.body, async (body, act) => {
    const id = await act.services.db.transaction().execute(async (records) => {
      const [made = 0] = await ensureCustomTags(records, [body.name], body.description, act);
      await linkObjects(records, made, body.objects_to_tag ?? [], act);
      return made;
    });
    return { id, result: {} };
  }),
  update: writing(tagApi.update.body, async (body, id, act) => {
    await act.services.db.transaction().execute(async (records) => {
      await requireUnique(
        records,
        { table: 'tags', column: 'name', value: body.name, except: id },
        { name: ['Already exists.'] },
      );
      await records
        .updateTable('tags')
        .set({ ...changedNow(act), name: body.name, description: body.description ?? null })
        .where('id', '=', id)
        .execute();
      if (body.objects_to_tag) await replaceObjects(records, id, body.objects_to_tag, act);
    });
    return { result: body };
  }),
  remove: async (ids, { services }) => {
    await services.db.transaction().execute(async (records) => {
      await records.deleteFrom('tagged_objects').where('tag_id', 'in', ids).execute();
      await records.deleteFrom('tags').where('id', 'in', ids).execute();
    });
  },
  noBulkDelete: true,
};
