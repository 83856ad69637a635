import { cssTemplateSchema } from '@chartroom/model';
import { sql } from 'kysely';
import { matches } from '../list-filters.ts';
import { changedNow, createdNow } from '../people.ts';
import { givenTexts, oneOf, plainRows } from '../plain-rows.ts';
import { PEOPLE } from '../related.ts';
import { type Resource, writing } from '../resource.ts';

const templateRows = plainRows('css_templates');

const SHOW = [
  'changed_on_delta_humanized',
  'changed_by.first_name',
  'changed_by.id',
  'changed_by.last_name',
  'created_by.first_name',
  'created_by.id',
  'created_by.last_name',
  'css',
  'id',
  'template_name',
];

/** `/css_template/` (contract §2.11). */
export const cssTemplateResource: Resource = {
  path: 'css_template',
  view: 'CssTemplate',
  model: 'Css Template',
  noun: ['css template', 'css templates'],
  table: 'css_templates',
  permissions: ['can_read', 'can_write'],
  listColumns: [...SHOW, 'created_on'],
  showColumns: SHOW,
  orderColumns: ['template_name'],
  filters: {
    columns: {
      template_name: { kind: 'text' },
      css: { kind: 'text' },
      uuid: { kind: 'text' },
      created_by: { kind: 'one', column: 'created_by_id' },
      changed_by: { kind: 'one', column: 'changed_by_id' },
      created_on: { kind: 'date' },
      changed_on: { kind: 'date' },
    },
    custom: {
      template_name: {
        css_template_all_text: (value) =>
          value
            ? sql<boolean>`(${matches(sql.ref('t.template_name'), String(value))} or ${matches(sql.ref('t.css'), String(value))})`
            : undefined,
      },
    },
  },
  related: { created_by: PEOPLE, changed_by: PEOPLE },
  list: templateRows,
  show: oneOf(templateRows),
  create: writing(
    cssTemplateSchema,
    async (body, act) => {
      const made = await act.services.db
        .insertInto('css_templates')
        .values({ ...createdNow(act), uuid: act.services.uuid(), template_name: body.template_name ?? null, css: body.css ?? null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id: made.id, result: body };
    },
    422,
  ),
  update: writing(
    cssTemplateSchema,
    async (body, id, act) => {
      await act.services.db
        .updateTable('css_templates')
        .set({ ...changedNow(act), ...givenTexts(body, ['template_name', 'css']) })
        .where('id', '=', id)
        .execute();
      return { result: body };
    },
    422,
  ),
  bareUpdate: true,
  remove: async (ids, { services }) => {
    await services.db.deleteFrom('css_templates').where('id', 'in', ids).execute();
  },
};
