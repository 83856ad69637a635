import { type CssTemplateRow, columnsOf, cssTemplateApi } from '@chartroom/model';
import { AUDITED_FILTERS, textIn } from '../../lists/common-filters.ts';
import { changedNow, createdNow } from '../people.ts';
import { givenTexts, oneOf, plainRows } from '../plain-rows.ts';
import { SIGNERS } from '../related.ts';
import { type Resource, writing } from '../resource.ts';

const templateRows = plainRows('css_templates');

/** `/css_template/` (contract/api.md §2.11). */
export const cssTemplateResource: Resource<CssTemplateRow> = {
  api: cssTemplateApi,
  path: 'css_template',
  view: 'CssTemplate',
  model: 'Css Template',
  noun: ['css template', 'css templates'],
  table: 'css_templates',
  permissions: ['can_read', 'can_write'],
  listColumns: columnsOf(cssTemplateApi.row),
  showColumns: columnsOf(cssTemplateApi.item),
  orderColumns: ['template_name'],
  filters: {
    columns: {
      template_name: { kind: 'text' },
      css: { kind: 'text' },
      uuid: { kind: 'text' },
      ...AUDITED_FILTERS,
    },
    custom: {
      template_name: {
        css_template_all_text: textIn('template_name', 'css'),
      },
    },
  },
  related: SIGNERS,
  list: templateRows,
  show: oneOf(templateRows),
  create: writing(
    cssTemplateApi.create.body,
    async (body, act) => {
      const made = await act.services.db
        .insertInto('css_templates')
        .values({
          ...createdNow(act),
          uuid: act.services.uuid(),
          template_name: body.template_name ?? null,
          css: body.css ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id: made.id, result: body };
    },
    422,
  ),
  update: writing(
    cssTemplateApi.update.body,
    async (body, id, act) => {
      await act.services.db
        .updateTable('css_templates')
        .set({ ...changedNow(act), ...givenTexts(body, ['template_name', 'css']) })
        .where('id', '=', id)
        .execute();
      const { template_name, css } = await act.services.db
        .selectFrom('css_templates')
        .select(['template_name', 'css'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { result: { template_name, css } };
    },
    422,
  ),
  bareUpdate: true,
  remove: async (ids, { services }) => {
    await services.db.deleteFrom('css_templates').where('id', 'in', ids).execute();
  },
};
