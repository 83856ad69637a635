import { defineEngine, USUAL_CAPABILITIES } from '../engine.ts';
import { CATALOG_AS_HOST } from '../network/address-place.ts';
import { bigqueryDialect } from './dialect.ts';
import { classifyBigQueryError } from './errors.ts';
import { bigqueryForm } from './service.ts';
import { openBigQuery } from './session.ts';

/** Google BigQuery: projects are its catalogs, datasets its schemas. */
export const bigquery = defineEngine({
  id: 'bigquery',
  name: 'Google BigQuery',
  drivers: ['bigquery'],
  uriPlaceholder: 'bigquery://{project_id}',
  encryptionQuery: {},
  form: bigqueryForm,
  dialect: bigqueryDialect,
  place: CATALOG_AS_HOST,
  capabilities: { ...USUAL_CAPABILITIES, catalogs: true, estimate: true },
  classify: classifyBigQueryError,
  open: openBigQuery,
});
