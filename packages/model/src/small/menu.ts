import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';

const entry = { name: z.string(), label: z.string(), icon: z.string() };

/** An entry of the menu, or a group of entries. */
const menuEntry = z.union([
  z.strictObject({ ...entry, url: z.string() }),
  z.strictObject({
    ...entry,
    childs: z.array(
      z.strictObject({ name: z.string(), label: z.string(), url: z.string(), icon: z.string() }),
    ),
  }),
]);
export type MenuEntry = z.infer<typeof menuEntry>;

/** `/menu/` (contract/api.md §2.15): the menu as far as the caller may use it. */
export const menuApi = {
  show: endpoint({
    method: 'GET',
    path: '/api/v1/menu/',
    answer: z.strictObject({ result: z.array(menuEntry) }),
  }),
};
