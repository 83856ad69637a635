import { z } from 'zod';
import type { Declaration } from '../../http/access.ts';
import type { Wire } from '../columns.ts';

const ERROR = { $ref: '#/components/schemas/Error' };
const ANSWERS: Readonly<Record<string, string>> = {
  400: 'The request is not valid',
  401: 'Nobody is signed in',
  403: 'The caller may not do this',
  404: 'There is no such thing, or the caller does not see it',
  422: 'The request is understood and cannot be done',
};

/**
 * The API as an OpenAPI 3.0 document, made of what every route declares: its method and address, who may call it and
 * what it reads. Answers are described by their envelope.
 */
export function openApiDocument(declarations: readonly Declaration[], version: string): Wire {
  const paths: Record<string, Wire> = {};
  const named: Wire = { Error: errorSchema() };
  for (const declaration of declarations) {
    const { method, url } = declaration;
    if (!url.startsWith('/api/v1/') || url.includes('*') || method === 'HEAD' || method === 'OPTIONS')
      continue;
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(declaration, named) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Chartroom',
      version,
      description: 'The REST API of Chartroom. Times are UTC; `q` is Rison or JSON.',
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: {
      schemas: named,
      securitySchemes: {
        jwt: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of /api/v1/security/login, or an API key.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'A browser session; unsafe methods need X-CSRFToken.',
        },
      },
    },
  };
}

function operationOf({ method, url, access, sessionOnly, wire }: Declaration, named: Wire): Wire {
  const id = operationId(method, url);
  const inline = (schema: z.ZodType) => schemaOf(schema, named);
  const [area = 'api'] = url.slice('/api/v1/'.length).split('/');
  const parameters = [...url.matchAll(/:(\w+)/g)].map(
    ([, name = '']): Wire => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }),
  );
  if (wire.q)
    parameters.push({
      name: 'q',
      in: 'query',
      required: false,
      content: { 'application/json': { schema: inline(wire.q) } },
    });
  const needed =
    typeof access === 'object'
      ? `Needs ${access.permission} on ${access.view}.`
      : access === 'public'
        ? 'Open to everybody.'
        : 'Needs somebody who has signed in.';
  return {
    operationId: id,
    tags: [area],
    summary: `${method} ${url.slice('/api/v1'.length)}`,
    description: needed,
    parameters,
    ...(wire.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: inline(wire.body) } } } }
      : {}),
    ...(wire.form
      ? {
          requestBody: {
            required: true,
            content: { 'multipart/form-data': { schema: inline(withFile(wire.form, wire.file)) } },
          },
        }
      : {}),
    responses: responsesOf(method, access === 'public'),
    security: access === 'public' ? [] : sessionOnly ? [{ session: [] }] : [{ jwt: [] }, { session: [] }],
  };
}

function responsesOf(method: string, open: boolean): Wire {
  const good: Wire = {
    description: 'Done',
    content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
  };
  const refused = Object.entries(ANSWERS).filter(
    ([status]) => !open || (status !== '401' && status !== '403'),
  );
  return {
    200: good,
    ...(method === 'POST' ? { 201: { ...good, description: 'Made' } } : {}),
    ...Object.fromEntries(
      refused.map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: ERROR } } },
      ]),
    ),
  };
}

/** `GET /api/v1/chart/:pk/data/` → `get_chart_pk_data`. */
function operationId(method: string, url: string): string {
  const words = url
    .slice('/api/v1/'.length)
    .split(/[^\w]+/)
    .filter(Boolean);
  return [method.toLowerCase(), ...words].join('_');
}

/** A form with its file, which travels as bytes. */
function withFile(form: z.ZodObject, file: string | undefined): z.ZodObject {
  return file === undefined ? form : form.extend({ [file]: z.string().meta({ format: 'binary' }) });
}

/**
 * A schema where it stands. The one kind of schema that refers to itself is that of any JSON value, which is named in
 * the document as such: OpenAPI 3.0 keeps no definitions inside schemas, and makers of clients cannot type the circle.
 */
function schemaOf(schema: z.ZodType, named: Wire): Wire {
  const made = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input', unrepresentable: 'any' });
  const text = JSON.stringify(made).replaceAll(/"#\/definitions\/\w+"/g, '"#/components/schemas/AnyJson"');
  // Plain data, without what says which dialect of JSON Schema it is.
  const { $schema: _, definitions, ...plain }: Wire = JSON.parse(text);
  if (definitions) named.AnyJson = { description: 'Any JSON value' };
  return plain;
}

/** Both forms of a refusal (contract §1.8): a message, or a list of errors. */
function errorSchema(): Wire {
  return {
    type: 'object',
    properties: {
      message: { description: 'A sentence, or the reasons by field' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            message: { type: 'string' },
            error_type: { type: 'string' },
            level: { type: 'string', enum: ['info', 'warning', 'error'] },
            extra: { type: 'object', nullable: true, additionalProperties: true },
          },
        },
      },
    },
  };
}
