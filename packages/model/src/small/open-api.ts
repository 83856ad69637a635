import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';

/** A JSON schema, in the words of OpenAPI. */
const schema = z.record(z.string(), z.unknown());

/** What is sent or answered, by its type. */
const content = z.record(z.string(), z.strictObject({ schema }));

const operation = z.strictObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      schema: schema.optional(),
      content: content.optional(),
    }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), z.strictObject({ description: z.string(), content: content.optional() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});
export type ApiOperation = z.infer<typeof operation>;

/** The API as an OpenAPI 3.0 document, as far as this installation says anything in it. */
const apiDocument = z.strictObject({
  openapi: z.string(),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  /** Operations by address and method. */
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.strictObject({
    schemas: z.record(z.string(), schema),
    securitySchemes: z.record(z.string(), schema),
  }),
});
export type ApiDocument = z.infer<typeof apiDocument>;

/** The description of the API, for programs and for people. */
export const openApi = {
  document: endpoint({ method: 'GET', path: '/api/v1/_openapi', answer: apiDocument }),
  page: endpoint({ method: 'GET', path: '/swagger/v1', answer: 'page' }),
};
