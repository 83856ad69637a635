import { z } from 'zod';
import { changedAnswerOf, itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { signedMembers } from '../api/signed.ts';
import { fitting, nameWithin } from '../fields.ts';

/** What becomes `viz_type` in form data. */
const key = z
  .string()
  .regex(/^[A-Za-z0-9][\w-]{0,49}$/, 'Use up to 50 letters, digits, underscores and hyphens.');

/** Where the code of a chart type is: policies of pages name its origin, so that it must have one. */
const address = fitting(1000).refine(
  (value) => /^https?:\/\/[^\s"'<>;,\\]+$/i.test(value) && isPlainAddress(value),
  'Give the whole address of a module, as in https://example.org/charts/dots.js, without a user or a password.',
);

const body = z.strictObject({ name: nameWithin(50), key, bundle_url: address });

/** What pages are told of a chart type that is loaded by its address. */
const told = z.strictObject({ name: z.string(), key: z.string(), bundle_url: z.string() });
export type PluginFacts = z.infer<typeof told>;

const item = told.extend({ ...signedMembers, id: z.number() });
const row = item.extend({ created_on: z.string() });
export type PluginRow = z.infer<typeof row>;

/** `/dynamic_plugin/`: chart types that are loaded by their addresses (ours; contract/api.md §2.19 has only their list). */
export const pluginApi = resourceApi({
  path: 'dynamic_plugin',
  row,
  item,
  post: body,
  put: body.partial(),
  shown: itemAnswerOf(item),
  made: madeAnswerOf(body),
  changed: changedAnswerOf(body.partial()),
});

function isPlainAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && url.username === '' && url.password === '';
}
