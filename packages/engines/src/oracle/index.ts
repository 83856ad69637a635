import { defineEngine, USUAL_CAPABILITIES } from '../engine.ts';
import { oracleDialect } from './dialect.ts';
import { classifyOracleError, ENGINE_NAME } from './errors.ts';
import { openOracle } from './session.ts';

/** Oracle Database, through its client's thin mode. */
export const oracle = defineEngine({
  id: 'oracle',
  name: ENGINE_NAME,
  drivers: ['cx_oracle', 'oracledb'],
  defaultPort: 1521,
  uriPlaceholder:
    'oracle+cx_oracle://user:password@host:port/sid, or oracle+cx_oracle://user:password@host:port/?service_name=name',
  encryptionQuery: { protocol: 'tcps' },
  dialect: oracleDialect,
  capabilities: USUAL_CAPABILITIES,
  asksOutbound: true,
  tunnels: true,
  classify: classifyOracleError,
  open: openOracle,
});
