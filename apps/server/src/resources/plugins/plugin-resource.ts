import { columnsOf, type PluginRow, pluginApi } from '@chartroom/model';
import { unprocessable } from '../../http/errors.ts';
import { AUDITED_FILTERS, textIn } from '../../lists/common-filters.ts';
import type { Db } from '../../records/records.ts';
import { changedNow, createdNow } from '../people.ts';
import { givenTexts, oneOf, plainRows, requireUnique } from '../plain-rows.ts';
import { SIGNERS } from '../related.ts';
import { type Resource, writing } from '../resource.ts';

const pluginRows = plainRows('dynamic_plugins');

/** What no two of them have in common. */
const UNIQUE = {
  name: 'Name must be unique',
  key: 'Key must be unique',
  bundle_url: 'This address is there already',
} as const;

/** `/dynamic_plugin/`: chart types that are loaded by their addresses. */
export const pluginResource: Resource<PluginRow> = {
  api: pluginApi,
  path: 'dynamic_plugin',
  view: 'DynamicPlugin',
  model: 'Dynamic Plugin',
  noun: ['plugin', 'plugins'],
  table: 'dynamic_plugins',
  permissions: ['can_list', 'can_show', 'can_add', 'can_edit', 'can_write'],
  verbs: { list: 'can_list', info: 'can_list', create: 'can_add', update: 'can_edit', delete: 'can_write' },
  listColumns: columnsOf(pluginApi.row),
  showColumns: columnsOf(pluginApi.item),
  orderColumns: ['name', 'key'],
  filters: {
    columns: {
      name: { kind: 'text' },
      key: { kind: 'text' },
      bundle_url: { kind: 'text' },
      ...AUDITED_FILTERS,
    },
    custom: { name: { plugin_all_text: textIn('name', 'key', 'bundle_url') } },
  },
  related: SIGNERS,
  list: pluginRows,
  show: oneOf(pluginRows),
  create: writing(pluginApi.create.body, async (body, act) => {
    const { id } = await act.services.db.transaction().execute(async (records) => {
      await requireOwnWords(records, body);
      return records
        .insertInto('dynamic_plugins')
        .values({ ...createdNow(act), ...body })
        .returning('id')
        .executeTakeFirstOrThrow();
    });
    return { id, result: body };
  }),
  update: writing(pluginApi.update.body, async (body, id, act) => {
    await act.services.db.transaction().execute(async (records) => {
      await requireOwnWords(records, body, id);
      await records
        .updateTable('dynamic_plugins')
        .set({ ...changedNow(act), ...givenTexts(body, ['name', 'key', 'bundle_url']) })
        .where('id', '=', id)
        .execute();
    });
    return { result: body };
  }),
  remove: async (ids, { services }) => {
    await services.db.deleteFrom('dynamic_plugins').where('id', 'in', ids).execute();
  },
};

/** Refuses what another plugin, or a chart type of the installation, is called. */
async function requireOwnWords(
  records: Db,
  body: Partial<Record<keyof typeof UNIQUE, string>>,
  except?: number,
): Promise<void> {
  const { chartType } = await import('@chartroom/charts');
  const own = body.key === undefined ? undefined : chartType(body.key);
  if (own) throw unprocessable({ key: [`"${own.key}" is the chart type ${own.name} of this installation`] });
  for (const [column, refusal] of Object.entries(UNIQUE)) {
    const value = Object.entries(body).find(([name]) => name === column)?.[1];
    if (value === undefined) continue;
    await requireUnique(
      records,
      { table: 'dynamic_plugins', column, value, except },
      { [column]: [refusal] },
    );
  }
}
