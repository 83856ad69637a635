import { defineEngine, USUAL_CAPABILITIES } from '../engine.ts';
import { druidDialect } from './dialect.ts';
import { classify } from './errors.ts';
import { DRUID_PORT, openDruid } from './session.ts';

/** Apache Druid over the SQL interface of its broker or router. */
export const druid = defineEngine({
  id: 'druid',
  name: 'Apache Druid',
  drivers: ['http', 'https'],
  defaultPort: DRUID_PORT,
  uriPlaceholder: 'druid://user:password@host:port/druid/v2/sql',
  dialect: druidDialect,
  capabilities: USUAL_CAPABILITIES,
  encryptionQuery: { ssl: 'true' },
  tunnels: true,
  classify,
  asksOutbound: true,
  open: openDruid,
});
