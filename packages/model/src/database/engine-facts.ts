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
});
export type ConnectionParts = z.infer<typeof connectionParts>;
