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

export const databasePost = z.object({
  ...connection,
  database_name: text(1, 250),
  sqlalchemy_uri: text(1, 1024).optional(),
});
export const databasePut = z.object({
  ...connection,
  database_name: text(1, 250).nullish(),
  sqlalchemy_uri: text(0, 1024).optional(),
});
/** What makes a connection, as clients send it. */
export type DatabaseGiven = z.input<typeof databasePost>;
export type DatabasePut = z.infer<typeof databasePut>;

/** A connection that is to be tried. */
export const connectionTest = z.object({
  ...connection,
  database_name: text(1, 250).nullish(),
  sqlalchemy_uri: text(1, 1024).optional(),
});

/** Fields of a connection form as far as they are filled in. */
export const parametersCheck = z.object({
  ...connection,
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']),
  id: z.int().nullish(),
  engine: z.string(),
  catalog: z.record(z.string(), z.unknown()).nullish(),
  database_name: text(1, 250).nullish(),
});
export type ValidateParameters = z.infer<typeof parametersCheck>;
