import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { changedAnswerOf, itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { signedMembers } from '../api/signed.ts';
import { fitting } from '../fields.ts';

/** What the letters of pages look like where a theme does not say: as those of the system. */
export const HOUSE_FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji"';

const algorithm = z.enum(['default', 'dark', 'system', 'compact']);
/** The members of a theme that have a form; others are left to who wears it. */
export const themeDocumentSchema = z.looseObject({
  token: z.record(z.string(), z.unknown()).optional(),
  components: z.record(z.string(), z.unknown()).optional(),
  hashed: z.boolean().optional(),
  inherit: z.boolean().optional(),
  algorithm: z.union([algorithm, z.array(algorithm)]).optional(),
});

const documentText = z.string().superRefine((value, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  try {
    const document: unknown = JSON.parse(value);
    if (!themeDocumentSchema.safeParse(document).success) refuse('Invalid theme configuration structure');
  } catch {
    refuse('Invalid JSON configuration');
  }
});
const fields = {
  theme_name: fitting(250).refine((value) => value.trim() !== '', 'Theme name cannot be empty.'),
  json_data: documentText,
};

const item = z.strictObject({
  ...signedMembers,
  json_data: z.string(),
  id: z.number(),
  is_system: z.boolean(),
  is_system_default: z.boolean(),
  is_system_dark: z.boolean(),
  theme_name: z.string(),
  uuid: z.string(),
});

const row = item.extend({ changed_by_name: z.string(), created_on: z.string() });
export type ThemeRow = z.infer<typeof row>;

/** Puts on the whole installation a theme for one mode. */
const set = (mode: 'default' | 'dark') =>
  endpoint({
    method: 'PUT',
    path: `/api/v1/theme/:pk/set_system_${mode}`,
    answer: z.strictObject({ id: z.number(), result: z.literal('success') }),
  });
const unset = (mode: 'default' | 'dark') =>
  endpoint({
    method: 'DELETE',
    path: `/api/v1/theme/unset_system_${mode}`,
    answer: z.strictObject({ result: z.literal('success') }),
  });

/** `/theme/` (contract/api.md §2.12). */
export const themeApi = {
  ...resourceApi({
    path: 'theme',
    row,
    item,
    post: z.strictObject(fields),
    /** Changes ignore other members. */
    put: z.object(fields),
    shown: itemAnswerOf(item),
    made: madeAnswerOf(z.strictObject(fields)),
    changed: changedAnswerOf(z.strictObject(fields)),
  }),
  setSystem: { default: set('default'), dark: set('dark') },
  unsetSystem: { default: unset('default'), dark: unset('dark') },
};
