import type { ApiDocument, ApiOperation, OtherAnswer } from '@chartroom/model';
import { z } from 'zod';
import type { Declaration } from '../../http/access.ts';

type Schemas = ApiDocument['components']['schemas'];
type Schema = Schemas[string];
type Answers = ApiOperation['responses'];

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
 * what it reads and answers.
 */
export function openApiDocument(declarations: readonly Declaration[], version: string): ApiDocument {
  const paths: ApiDocument['paths'] = {};
  const named: Schemas = { Error: errorSchema() };
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

function operationOf(declaration: Declaration, named: Schemas): ApiOperation {
  const { method, url, access, sessionOnly, wire } = declaration;
  const id = operationId(method, url);
  const inline = (schema: z.ZodType) => schemaOf(schema, named);
  const [area = 'api'] = url.slice('/api/v1/'.length).split('/');
  const parameters = [...url.matchAll(/:(\w+)/g)].map(
    ([, name = '']): ApiOperation['parameters'][number] => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }),
  );
  for (const name of Object.keys(wire.query?.shape ?? {}))
    parameters.push({ name, in: 'query', required: false, schema: { type: 'string' } });
  if (wire.q)
    parameters.push({
      name: 'q',
      in: 'query',
      required: false,
      content: { 'application/json': { schema: inline(wire.q) } },
    });
  const ways: Record<string, string[]>[] = sessionOnly ? [{ session: [] }] : [{ jwt: [] }, { session: [] }];
  return {
    operationId: id,
    tags: [area],
    summary: `${method} ${url.slice('/api/v1'.length)}`,
    description: neededWords(access),
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
    responses: responsesOf(declaration, named),
    security: access === 'public' ? [] : ways,
  };
}

/** How answers that are no JSON document are described, by what they are. */
const OTHERS: Readonly<Record<OtherAnswer, Answers[string]>> = {
  file: {
    description: 'A file',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  page: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
  stream: {
    description: 'A document a line',
    content: { 'application/x-ndjson': { schema: { type: 'string' } } },
  },
  redirect: { description: 'Another address' },
  nothing: { description: 'Done' },
};

function responsesOf({ method, access, answer }: Declaration, named: Schemas): Answers {
  const refused = Object.entries(ANSWERS).filter(
    ([status]) => access !== 'public' || (status !== '401' && status !== '403'),
  );
  return {
    ...goodAnswers(method, answer, named),
    ...Object.fromEntries(
      refused.map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: ERROR } } },
      ]),
    ),
  };
}

function goodAnswers(method: string, answer: Declaration['answer'], named: Schemas): Answers {
  if (!answer) {
    const good = {
      description: 'Done',
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
    };
    return { 200: good, ...(method === 'POST' ? { 201: { ...good, description: 'Made' } } : {}) };
  }
  const { schema, status, otherwise, later } = answer;
  const good =
    typeof schema === 'string'
      ? { [schema === 'redirect' ? 302 : status]: OTHERS[schema] }
      : {
          [status]: {
            description: status === 201 ? 'Made' : 'Done',
            content: {
              'application/json': { schema: schemaOf(schema, named, 'output') },
              ...(otherwise && OTHERS[otherwise].content),
            },
          },
        };
  return {
    ...good,
    ...(otherwise === 'redirect' && { 302: OTHERS.redirect }),
    ...(later && {
      202: {
        description: 'The answer comes later',
        content: { 'application/json': { schema: schemaOf(later, named, 'output') } },
      },
    }),
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
function schemaOf(schema: z.ZodType, named: Schemas, io: 'input' | 'output' = 'input'): Schema {
  const made = z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });
  const text = JSON.stringify(made).replaceAll(/"#\/definitions\/\w+"/g, '"#/components/schemas/AnyJson"');
  // Plain data, without what says which dialect of JSON Schema it is.
  const { $schema: _, definitions, ...plain }: Schema = JSON.parse(text);
  if (definitions) named.AnyJson = { description: 'Any JSON value' };
  return plain;
}

/** Both forms of a refusal (contract/api.md §1.8): a message, or a list of errors. */
function errorSchema(): Schema {
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

function neededWords(access: Declaration['access']): string {
  if (typeof access === 'object') return `Needs ${access.permission} on ${access.view}.`;
  return access === 'public' ? 'Open to everybody.' : 'Needs somebody who has signed in.';
}
