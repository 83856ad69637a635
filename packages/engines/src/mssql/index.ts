import { defineEngine, USUAL_CAPABILITIES } from '../engine.ts';
import { mssqlDialect } from './dialect.ts';
import { classifyMssqlError, ENGINE_NAME } from './errors.ts';
import { openMssql } from './session.ts';

/** Microsoft SQL Server, Azure SQL and Azure Synapse. */
export const mssql = defineEngine({
  id: 'mssql',
  name: ENGINE_NAME,
  drivers: ['pymssql', 'pyodbc'],
  defaultPort: 1433,
  uriPlaceholder: 'mssql+pymssql://user:password@host:port/dbname[?encrypt=yes&TrustServerCertificate=yes]',
  encryptionQuery: { encrypt: 'yes' },
  dialect: mssqlDialect,
  capabilities: USUAL_CAPABILITIES,
  asksOutbound: true,
  tunnels: true,
  classify: classifyMssqlError,
  open: openMssql,
});
