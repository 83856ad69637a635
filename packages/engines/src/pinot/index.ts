import { defineEngine, USUAL_CAPABILITIES } from '../engine.ts';
import { pinotDialect } from './dialect.ts';
import { classify } from './errors.ts';
import { openPinot, PINOT_PORT } from './session.ts';

/** Apache Pinot: questions go to a broker, the catalog is asked of a controller. */
export const pinot = defineEngine({
  id: 'pinot',
  name: 'Apache Pinot',
  drivers: ['http', 'https'],
  defaultPort: PINOT_PORT,
  uriPlaceholder: 'pinot://user:password@broker:port/query/sql?controller=http://controller:9000/',
  dialect: pinotDialect,
  capabilities: USUAL_CAPABILITIES,
  encryptionQuery: { ssl: 'true' },
  tunnels: true,
  classify,
  asksOutbound: true,
  open: openPinot,
});
