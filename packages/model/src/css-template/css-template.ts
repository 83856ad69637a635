import { z } from 'zod';
import { itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { signedMembers } from '../api/signed.ts';
import { fitting } from '../fields.ts';

const body = z.strictObject({ template_name: fitting(250).nullish(), css: z.string().nullish() });

const item = z.strictObject({
  ...signedMembers,
  css: z.string().nullable(),
  id: z.number(),
  template_name: z.string().nullable(),
});

const row = item.extend({ created_on: z.string() });
export type CssTemplateRow = z.infer<typeof row>;

/** `/css_template/` (contract/api.md §2.11). */
export const cssTemplateApi = resourceApi({
  path: 'css_template',
  row,
  item,
  post: body,
  put: body,
  shown: itemAnswerOf(item),
  made: madeAnswerOf(body),
  changed: z.strictObject({ result: item.pick({ template_name: true, css: true }) }),
});
