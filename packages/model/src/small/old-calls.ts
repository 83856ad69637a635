import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { personWith } from '../api/people.ts';

const signer = personWith('id', 'username', 'first_name', 'last_name').nullable();

/** Calls of older clients (contract/api.md §2.19). */
export const oldApi = {
  /** Makes answers anew: of a chart (`slice_id`), or of the charts of a dataset. */
  warmUp: endpoint({
    method: 'GET',
    path: '/superset/warm_up_cache/',
    query: z
      .object({
        slice_id: z.string(),
        table_name: z.string(),
        db_name: z.string(),
        extra_filters: z.string(),
      })
      .partial(),
    answer: z.array(
      z.strictObject({
        slice_id: z.number(),
        viz_error: z.string().nullable(),
        viz_status: z.string().nullable(),
      }),
    ),
  }),
  tags: endpoint({
    method: 'GET',
    path: '/tagview/tags/',
    answer: z.array(
      z.strictObject({
        id: z.number(),
        type: z.number(),
        name: z.string(),
        changed_on: z.string(),
        changed_by: signer,
        created_by: signer,
      }),
    ),
  }),
  languagePack: endpoint({
    method: 'GET',
    path: '/superset/language_pack/:lang/',
    answer: z.strictObject({
      domain: z.string(),
      locale_data: z.record(
        z.string(),
        z.record(
          z.string(),
          z.strictObject({ domain: z.string(), lang: z.string(), plural_forms: z.string() }),
        ),
      ),
    }),
  }),
  /** Chart types that are loaded by their addresses; 404 where that is switched off. */
  plugins: endpoint({
    method: 'GET',
    path: '/dynamic-plugins/api/read',
    answer: z.strictObject({
      result: z.array(
        z.strictObject({ id: z.number(), name: z.string(), key: z.string(), bundle_url: z.string() }),
      ),
    }),
  }),
};
