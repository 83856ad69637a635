import type { AvailableEngine, ConnectionView } from '@chartroom/model';
import { expect, test } from 'vitest';
import { bodyOf, fieldsOf, formOf, MASK } from './connection-form.ts';
import { OTHER_ENGINE } from './engine-choice.tsx';

const bigquery: AvailableEngine = {
  ...OTHER_ENGINE,
  name: 'Google BigQuery',
  engine: 'bigquery',
  default_driver: 'bigquery',
  parameters: {
    type: 'object',
    additionalProperties: false,
    properties: {
      query: { type: 'object', additionalProperties: {} },
      credentials_info: { type: 'string', 'x-encrypted-extra': true },
    },
  },
};
const byFields = { byFields: true, stored: undefined };

test('an account of a service goes into the encrypted document, beside what is there', () => {
  expect(fieldsOf(bigquery).map(([name]) => name)).toEqual(['credentials_info', 'query']);
  const form = {
    ...formOf(undefined),
    database_name: 'big',
    parameters: { credentials_info: '{"project_id":"p"}', query: 'priority=BATCH' },
    masked_encrypted_extra: '{"other":1}',
  };
  const body = bodyOf(form, bigquery, byFields);
  expect(body.parameters).toEqual({ query: { priority: 'BATCH' } });
  expect(JSON.parse(body.masked_encrypted_extra ?? '')).toEqual({
    other: 1,
    credentials_info: '{"project_id":"p"}',
  });
  // By an address the document is all there is.
  const plain = bodyOf(form, bigquery, { ...byFields, byFields: false });
  expect(plain.masked_encrypted_extra).toBe('{"other":1}');
});

test('a kept account is shown as its mask, and sent back so', () => {
  const stored: ConnectionView = {
    id: 1,
    uuid: 'u',
    database_name: 'big',
    cache_timeout: null,
    expose_in_sqllab: true,
    allow_run_async: false,
    allow_file_upload: false,
    configuration_method: 'dynamic_form',
    allow_ctas: false,
    allow_cvas: false,
    allow_dml: false,
    backend: 'bigquery',
    driver: 'bigquery',
    force_ctas_schema: null,
    impersonate_user: false,
    is_managed_externally: false,
    engine_information: bigquery.engine_information,
    extra: '{}',
    server_cert: null,
    masked_encrypted_extra: JSON.stringify({ credentials_info: MASK }),
    parameters: { query: {} },
    parameters_schema: bigquery.parameters ?? { type: 'object', additionalProperties: false, properties: {} },
    sqlalchemy_uri: 'bigquery://p/',
  };
  const form = formOf(stored);
  expect(form.parameters.credentials_info).toBe(MASK);
  const body = bodyOf(form, bigquery, { byFields: true, stored });
  expect(JSON.parse(body.masked_encrypted_extra ?? '')).toEqual({ credentials_info: MASK });
});

test('of an engine without a form only the address is sent', () => {
  const form = { ...formOf(undefined), database_name: 'q', sqlalchemy_uri: 'questdb://h/d' };
  const body = bodyOf(form, OTHER_ENGINE, { byFields: false, stored: undefined });
  expect(body).toMatchObject({ configuration_method: 'sqlalchemy_form', sqlalchemy_uri: 'questdb://h/d' });
  expect('engine' in body || 'driver' in body || 'parameters' in body).toBe(false);
});
