import { defineEngine, USUAL_CAPABILITIES } from '../engine.ts';
import { databricksDialect } from './dialect.ts';
import { classifyDatabricksError } from './errors.ts';
import { openDatabricks } from './session.ts';
import { databricksForm } from './warehouse.ts';

/** SQL warehouses of Databricks. */
export const databricks = defineEngine({
  id: 'databricks',
  name: 'Databricks',
  drivers: ['databricks-sql-python', 'connector'],
  defaultPort: 443,
  uriPlaceholder:
    'databricks://token:{access_token}@{host}:{port}?http_path={http_path}&catalog={default_catalog}&schema={default_schema}',
  encryptionQuery: {},
  form: databricksForm,
  dialect: databricksDialect,
  capabilities: { ...USUAL_CAPABILITIES, catalogs: true },
  asksOutbound: true,
  classify: classifyDatabricksError,
  open: openDatabricks,
});
