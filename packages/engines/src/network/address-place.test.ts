import { expect, test } from 'vitest';
import { engineById } from '../catalog.ts';
import { parseUri, printUri } from '../uri.ts';
import type { Place } from './address-place.ts';

/** The address of an engine at a place, and what is then read from it. */
function at(id: string, uri: string, place: Place): { uri: string; read: Place | undefined } {
  const form = engineById(id)?.place;
  const moved = form ? printUri(form.at(parseUri(uri), place)) : uri;
  return { uri: moved, read: form?.of(parseUri(moved)) };
}

const ODD = "we/ird? 100% s é'";

test.each([
  ['mysql', 'mysql://u:p@h/db', { schema: ODD }, { schema: ODD }],
  ['clickhousedb', 'clickhousedb://u@h/db', { schema: ODD }, { schema: ODD }],
  ['trino', 'trino://u@h/hive/s0', { schema: ODD }, { catalog: 'hive', schema: ODD }],
  ['snowflake', 'snowflake://u:p@acc/DB?role=R', { schema: ODD }, { catalog: 'DB', schema: ODD }],
  ['pydoris', 'pydoris://u@h/internal.db', { schema: ODD }, { catalog: 'internal', schema: ODD }],
  ['starrocks', 'starrocks://u@h/cat.db', { catalog: 'other', schema: ODD }, { catalog: 'cat', schema: ODD }],
])('%s: a name with odd signs comes back from the address: %s', (id, uri, place, read) => {
  expect(at(id, uri, place).read).toEqual(read);
});

test.each([
  ['trino', 'trino://u@h/hive/s0', { catalog: 'other' }, { catalog: 'other', schema: 's0' }],
  ['bigquery', 'bigquery://proj/web', { catalog: 'other' }, { catalog: 'other', schema: undefined }],
  ['postgresql', 'postgresql://h/db', { catalog: 'other', schema: 's' }, { catalog: 'other' }],
  ['starrocks', 'starrocks://u@h/', { schema: 'sales' }, { catalog: undefined, schema: undefined }],
])('%s: what a place does not say stays, as far as it means the same there: %s', (id, uri, place, read) => {
  expect(at(id, uri, place).read).toEqual(read);
});

test('engines whose addresses name no place leave them alone', () => {
  for (const id of ['sqlite', 'duckdb', 'mssql', 'oracle', 'redshift', 'databricks', 'awsathena'])
    expect(engineById(id)?.place, id).toBeUndefined();
});
