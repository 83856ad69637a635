import { expect, test } from 'vitest';
import { engineById } from './catalog.ts';
import { formFields, parametersOfUri, uriOfOwnForm } from './connection-form.ts';

test.each([
  [
    'snowflake',
    {
      username: 'ann',
      password: 'p@ss',
      account: 'ab123',
      database: 'SALES/PUBLIC',
      role: 'r',
      warehouse: 'w',
    },
  ],
  [
    'databricks',
    {
      access_token: 'dapi',
      host: 'dbc.cloud.databricks.com',
      port: 443,
      http_path_field: '/sql/1.0/warehouses/ab',
      default_catalog: 'main',
      default_schema: 'sales',
    },
  ],
  ['bigquery', { query: { priority: 'BATCH' } }],
])('the form of %s fills in again what it was given', (id, form) => {
  const engine = engineById(id);
  if (!engine) throw new Error(`${id} is no engine`);
  const credentials = { credentials_info: { type: 'service_account', project_id: 'p', private_key: 'k' } };
  const uri = uriOfOwnForm(engine, form, credentials);
  expect(parametersOfUri(uri ?? '')).toEqual(form);
  expect(Object.keys(formFields(engine).properties)).toEqual(expect.arrayContaining(Object.keys(form)));
});

test('an engine without a form of its own is reached by host and account, of which ClickHouse needs the host alone', () => {
  const postgres = engineById('postgresql');
  expect(formFields(postgres).required).toEqual(['database', 'host', 'port', 'username']);
  expect(postgres && uriOfOwnForm(postgres, {}, {})).toBeUndefined();
  expect(formFields(engineById('clickhousedb')).required).toEqual(['host']);
});
