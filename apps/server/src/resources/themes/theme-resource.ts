import { columnsOf, isJsonObject, type ThemeRow, themeApi } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { badRequest, forbidden, unprocessable } from '../../http/errors.ts';
import { AUDITED_FILTERS, textIn } from '../../lists/common-filters.ts';
import { changedNow, createdNow } from '../people.ts';
import { oneOf, plainRows } from '../plain-rows.ts';
import { SIGNERS } from '../related.ts';
import { type Resource, type Writing, writing } from '../resource.ts';

const themeRows = plainRows('themes', (row) => ({
  ...row,
  is_system: row.is_system === 1,
  is_system_default: row.is_system_default === 1,
  is_system_dark: row.is_system_dark === 1,
}));

/** `/theme/` (contract/api.md §2.12). */
export const themeResource: Resource<ThemeRow> = {
  api: themeApi,
  path: 'theme',
  view: 'Theme',
  model: 'Theme',
  noun: ['theme', 'themes'],
  countsDeleted: true,
  table: 'themes',
  permissions: ['can_read', 'can_write', 'can_export'],
  listColumns: columnsOf(themeApi.row),
  showColumns: columnsOf(themeApi.item),
  orderColumns: ['theme_name'],
  filters: {
    columns: {
      theme_name: { kind: 'text' },
      uuid: { kind: 'text' },
      json_data: { kind: 'text' },
      is_system: { kind: 'flag' },
      is_system_default: { kind: 'flag' },
      is_system_dark: { kind: 'flag' },
      ...AUDITED_FILTERS,
    },
    custom: {
      theme_name: { theme_all_text: textIn('theme_name') },
    },
  },
  related: SIGNERS,
  list: themeRows,
  show: oneOf(themeRows),
  create: refusingNothing(
    writing(themeApi.create.body, async (body, act) => {
      const made = await act.services.db
        .insertInto('themes')
        .values({
          ...createdNow(act),
          ...body,
          uuid: act.services.uuid(),
          is_system: 0,
          is_system_default: 0,
          is_system_dark: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id: made.id, result: body };
    }),
  ),
  update: refusingNothing(
    writing(themeApi.update.body, async (body, id: number, act: Act) => {
      await refuseSystem([id], act);
      await act.services.db
        .updateTable('themes')
        .set({ ...changedNow(act), ...body })
        .where('id', '=', id)
        .execute();
      return { result: body };
    }),
  ),
  remove: async (ids, act) => {
    await refuseSystem(ids, act);
    const used = await act.services.db
      .selectFrom('themes')
      .select('theme_name')
      .where('id', 'in', ids)
      .where((on) => on.or([on('is_system_default', '=', 1), on('is_system_dark', '=', 1)]))
      .executeTakeFirst();
    if (used)
      throw unprocessable(
        `The theme ${used.theme_name} is the default of the installation and cannot be deleted.`,
      );
    await act.services.db.deleteFrom('themes').where('id', 'in', ids).execute();
  },
};

/** Themes of the installation itself are read-only. */
async function refuseSystem(ids: number[], act: Act): Promise<void> {
  const own = await act.services.db
    .selectFrom('themes')
    .select('id')
    .where('id', 'in', ids)
    .where('is_system', '=', 1)
    .executeTakeFirst();
  if (own) throw forbidden('Themes of the installation cannot be changed.');
}

/** An empty body is refused as a whole (contract/api.md §2.12 knows no field that may be left out). */
function refusingNothing<Arguments extends unknown[], Answer>(
  write: Writing<Arguments, Answer>,
): Writing<Arguments, Answer> {
  return {
    ...write,
    admit: (body) => {
      if (isJsonObject(body) && Object.keys(body).length === 0) throw badRequest('Request body is required');
    },
  };
}
