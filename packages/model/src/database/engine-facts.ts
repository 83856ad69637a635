import { z } from 'zod';

/** What an engine offers, as clients are told. */
export const engineInformation = z.strictObject({
  supports_file_upload: z.boolean(),
  disable_ssh_tunneling: z.boolean(),
  supports_dynamic_catalog: z.boolean(),
  supports_oauth2: z.boolean(),
});
export type EngineInformation = z.infer<typeof engineInformation>;

/** The parts of an address as the connection form has them; the password is masked. */
export const connectionParts = z.strictObject({
  username: z.string().optional(),
  password: z.string().nullable().optional(),
  host: z.string().optional(),
  port: z.number().optional(),
  database: z.string().optional(),
  query: z.record(z.string(), z.string()).optional(),
  encryption: z.boolean().optional(),
  // Fields of single engines.
  access_token: z.string().optional(),
  http_path_field: z.string().optional(),
  default_catalog: z.string().optional(),
  default_schema: z.string().optional(),
  account: z.string().optional(),
  warehouse: z.string().optional(),
  role: z.string().optional(),
});
export type ConnectionParts = z.infer<typeof connectionParts>;

/** One field of a connection form. */
const parameterField = z.strictObject({
  type: z.string(),
  description: z.string().optional(),
  nullable: z.boolean().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  /** Its members may be anything. */
  additionalProperties: z.strictObject({}).optional(),
  /** Kept in the connection's encrypted document, and sent there. */
  'x-encrypted-extra': z.boolean().optional(),
});
export type ParameterField = z.infer<typeof parameterField>;

/** JSON schema of the parts of an address. */
export const parametersSchema = z.strictObject({
  type: z.literal('object'),
  additionalProperties: z.literal(false),
  properties: z.record(z.string(), parameterField),
  required: z.array(z.string()).optional(),
});
export type ParametersSchema = z.infer<typeof parametersSchema>;

/** An engine that the server can connect to. */
export const availableEngine = z.strictObject({
  name: z.string(),
  engine: z.string(),
  available_drivers: z.array(z.string()),
  default_driver: z.string().optional(),
  sqlalchemy_uri_placeholder: z.string(),
  preferred: z.boolean(),
  engine_information: engineInformation,
  supports_oauth2: z.boolean(),
  /** Absent: the engine is connected by an address only. */
  parameters: parametersSchema.optional(),
});
export type AvailableEngine = z.infer<typeof availableEngine>;
