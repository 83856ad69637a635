import { z } from 'zod';
import { jsonText, text, uuidText } from '../fields.ts';

/** How an SSH server is used on the way to a database; secrets may be masked (contract/api.md §2.1). */
const sshTunnel = z.object({
  id: z.int().nullish(),
  server_address: z.string().nullish(),
  server_port: z.int().nullish(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  private_key: z.string().nullish(),
  private_key_password: z.string().nullish(),
});
export type DatabaseSSHTunnel = z.infer<typeof sshTunnel>;

/** What a connection form may send; unknown members are ignored (contract/api.md §1.4, §2.1). */
const connection = {
  engine: z.string().nullish(),
  driver: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']).default('sqlalchemy_form'),
  cache_timeout: z.int().nullish(),
  expose_in_sqllab: z.boolean().optional(),
  allow_run_async: z.boolean().optional(),
  allow_file_upload: z.boolean().optional(),
  allow_ctas: z.boolean().optional(),
  allow_cvas: z.boolean().optional(),
  allow_dml: z.boolean().optional(),
  force_ctas_schema: text(0, 250).nullish(),
  impersonate_user: z.boolean().optional(),
  masked_encrypted_extra: jsonText.nullish(),
  encrypted_extra: jsonText.nullish(),
  extra: jsonText.nullish(),
  server_cert: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  uuid: uuidText.optional(),
  /** Null removes the tunnel. */
  ssh_tunnel: sshTunnel.nullish(),
};

export const databasePostSchema = z.object({
  ...connection,
  database_name: text(1, 250),
  sqlalchemy_uri: text(1, 1024).optional(),
});
export const databasePutSchema = z.object({
  ...connection,
  database_name: text(1, 250).nullish(),
  sqlalchemy_uri: text(0, 1024).optional(),
});
export type DatabasePost = z.infer<typeof databasePostSchema>;
export type DatabasePut = z.infer<typeof databasePutSchema>;

/** `POST /database/test_connection/`. */
export const testConnectionSchema = z.object({
  ...connection,
  database_name: text(1, 250).nullish(),
  sqlalchemy_uri: text(1, 1024).optional(),
});

/** `POST /database/validate_parameters/`. */
export const validateParametersSchema = z.object({
  ...connection,
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']),
  id: z.int().nullish(),
  engine: z.string(),
  catalog: z.record(z.string(), z.unknown()).nullish(),
  database_name: text(1, 250).nullish(),
});
export type ValidateParameters = z.infer<typeof validateParametersSchema>;

/** `POST /database/{pk}/validate_sql/`. */
export const validateSqlSchema = z.strictObject({
  sql: z.string(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  template_params: z.record(z.string(), z.unknown()).nullish(),
});
