import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { changedAnswerOf, itemAnswerOf, madeAnswerOf, messageAnswer, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { countedOf, relatedObjects } from '../dataset/related-objects.ts';
import { connectionTest, databasePost, databasePut, parametersCheck } from './database-bodies.ts';
import { availableEngine, connectionParts, engineInformation, parametersSchema } from './engine-facts.ts';

const BASE = '/api/v1/database';

const signer = personWith('first_name', 'last_name').nullable();

const databaseRow = z.strictObject({
  allow_file_upload: z.boolean(),
  allow_ctas: z.boolean(),
  allow_cvas: z.boolean(),
  allow_dml: z.boolean(),
  allow_run_async: z.boolean(),
  allows_cost_estimate: z.boolean(),
  allows_subquery: z.boolean(),
  allows_virtual_table_explore: z.boolean(),
  backend: z.string(),
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
  changed_by: signer,
  created_by: signer,
  database_name: z.string(),
  explore_database_id: z.number(),
  expose_in_sqllab: z.boolean(),
  /** JSON text. */
  extra: z.string(),
  force_ctas_schema: z.string().nullable(),
  id: z.number(),
  uuid: z.string(),
  disable_data_preview: z.boolean(),
  disable_drill_to_detail: z.boolean(),
  allow_multi_catalog: z.boolean(),
  engine_information: engineInformation,
});
export type DatabaseRow = z.infer<typeof databaseRow>;

const databaseItem = z.strictObject({
  id: z.number(),
  uuid: z.string(),
  database_name: z.string(),
  cache_timeout: z.number().nullable(),
  expose_in_sqllab: z.boolean(),
  allow_run_async: z.boolean(),
  allow_file_upload: z.boolean(),
  configuration_method: z.string(),
  allow_ctas: z.boolean(),
  allow_cvas: z.boolean(),
  allow_dml: z.boolean(),
  backend: z.string(),
  driver: z.string(),
  force_ctas_schema: z.string().nullable(),
  impersonate_user: z.boolean(),
  is_managed_externally: z.boolean(),
  engine_information: engineInformation,
});
export type DatabaseItem = z.infer<typeof databaseItem>;

/** The SSH server on the way to a database; secrets are masked. */
const shownTunnel = z.strictObject({
  id: z.number().optional(),
  server_address: z.string(),
  server_port: z.number(),
  username: z.string(),
  password: z.string().optional(),
  private_key: z.string().optional(),
  private_key_password: z.string().optional(),
});
export type ShownTunnel = z.infer<typeof shownTunnel>;

const shownDatabase = databaseItem.extend({ ssh_tunnel: shownTunnel.optional() });

/** All that the connection form shows; secrets are masked. */
const connectionView = shownDatabase.extend({
  /** JSON text. */
  extra: z.string(),
  server_cert: z.string().nullable(),
  /** JSON text. */
  masked_encrypted_extra: z.string(),
  parameters: connectionParts,
  parameters_schema: parametersSchema,
  sqlalchemy_uri: z.string(),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** What is told in place of a body's own members. Secrets never come back. */
const masked = {
  masked_encrypted_extra: z.literal('').nullish(),
  encrypted_extra: z.literal('').nullish(),
  ssh_tunnel: shownTunnel.nullish(),
  sqlalchemy_uri: z.string(),
  parameters: connectionParts,
};

const madeDatabase = z.strictObject({
  ...databasePost.shape,
  ...masked,
  expose_in_sqllab: z.boolean(),
  uuid: z.string(),
  driver: z.string(),
});
export type MadeDatabase = z.infer<typeof madeDatabase>;

const changedDatabase = z.strictObject({ ...databasePut.shape, ...masked });
export type ChangedDatabase = z.infer<typeof changedDatabase>;

/** `/database/` (contract/api.md §2.1): connections. */
export const databaseApi = {
  ...resourceApi({
    path: 'database',
    row: databaseRow,
    item: databaseItem,
    post: databasePost,
    put: databasePut,
    shown: itemAnswerOf(shownDatabase),
    made: madeAnswerOf(madeDatabase),
    changed: changedAnswerOf(changedDatabase),
  }),
  shownDatabase,
  available: endpoint({
    method: 'GET',
    path: `${BASE}/available/`,
    answer: z.strictObject({ databases: z.array(availableEngine) }),
  }),
  /** Where a provider sends people back to who let the installation read a database as them. */
  oauth2: endpoint({
    method: 'GET',
    path: `${BASE}/oauth2/`,
    query: z.object({
      state: z.string(),
      code: z.string(),
      scope: z.string(),
      error: z.string(),
    }),
    answer: 'page',
  }),
  connection: endpoint({
    method: 'GET',
    path: `${BASE}/:pk/connection`,
    answer: z.strictObject({ id: z.number(), result: connectionView }),
  }),
  relatedObjects: endpoint({
    method: 'GET',
    path: `${BASE}/:pk/related_objects/`,
    answer: z.strictObject({
      ...relatedObjects,
      /** The caller's own. */
      sqllab_tab_states: countedOf(
        z.strictObject({ id: z.number(), label: z.string().nullable(), active: z.boolean() }),
      ),
    }),
  }),
  test: endpoint({
    method: 'POST',
    path: `${BASE}/test_connection/`,
    body: connectionTest,
    answer: messageAnswer,
  }),
  validateParameters: endpoint({
    method: 'POST',
    path: `${BASE}/validate_parameters/`,
    body: parametersCheck,
    answer: messageAnswer,
  }),
  validateSql: endpoint({
    method: 'POST',
    path: `${BASE}/:pk/validate_sql/`,
    body: z.strictObject({
      sql: z.string(),
      catalog: z.string().nullish(),
      schema: z.string().nullish(),
      template_params: z.record(z.string(), z.unknown()).nullish(),
    }),
    answer: z.strictObject({
      result: z.array(
        z.strictObject({
          line_number: z.number(),
          start_column: z.number(),
          end_column: z.number(),
          message: z.string(),
        }),
      ),
    }),
  }),
  removeTunnel: endpoint({ method: 'DELETE', path: `${BASE}/:pk/ssh_tunnel/`, answer: messageAnswer }),
  syncPermissions: endpoint({
    method: 'POST',
    path: `${BASE}/:pk/sync_permissions/`,
    answer: messageAnswer,
  }),
};
