import { z } from 'zod';
import { fitting, ids, jsonText, moment, text } from '../fields.ts';

const ruleFields = {
  name: text(1, 255),
  description: z.string().nullish(),
  filter_type: z.enum(['Regular', 'Base']),
  tables: ids.refine((list) => list.length > 0, 'Shorter than minimum length 1.'),
  roles: ids,
  group_key: z.string().nullish(),
  clause: z.string(),
};
/** `POST /rowlevelsecurity/` (contract/api.md §2.13). */
export const rowRulePostSchema = z.strictObject(ruleFields);
export const rowRulePutSchema = z.strictObject(ruleFields).partial();

/** `POST /annotation_layer/` (contract/api.md §2.10). */
export const annotationLayerPostSchema = z.strictObject({ name: text(1, 250), descr: z.string().nullish() });
export const annotationLayerPutSchema = z
  .strictObject({ name: text(1, 250), descr: z.string().nullish() })
  .partial();

const annotationFields = {
  short_descr: text(1, 500),
  long_descr: z.string().nullish(),
  start_dttm: moment,
  end_dttm: moment,
  json_metadata: jsonText.nullish(),
};
/** `POST /annotation_layer/{pk}/annotation/`. */
export const annotationPostSchema = z.strictObject(annotationFields);
export const annotationPutSchema = z.strictObject(annotationFields).partial();

/** `POST /css_template/` (contract/api.md §2.11); changes have the same form. */
export const cssTemplateSchema = z.strictObject({
  template_name: fitting(250).nullish(),
  css: z.string().nullish(),
});

const algorithm = z.enum(['default', 'dark', 'system', 'compact']);
/** The members of a theme that have a form; others are left to who wears it. */
export const themeDocumentSchema = z.looseObject({
  token: z.record(z.string(), z.unknown()).optional(),
  components: z.record(z.string(), z.unknown()).optional(),
  hashed: z.boolean().optional(),
  inherit: z.boolean().optional(),
  algorithm: z.union([algorithm, z.array(algorithm)]).optional(),
});

const themeDocument = z.string().superRefine((value, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  try {
    const document: unknown = JSON.parse(value);
    if (!themeDocumentSchema.safeParse(document).success) refuse('Invalid theme configuration structure');
  } catch {
    refuse('Invalid JSON configuration');
  }
});
const themeFields = {
  theme_name: fitting(250).refine((value) => value.trim() !== '', 'Theme name cannot be empty.'),
  json_data: themeDocument,
};
/** `POST /theme/` (contract/api.md §2.12). */
export const themePostSchema = z.strictObject(themeFields);
/** Changes ignore other members. */
export const themePutSchema = z.object(themeFields);
