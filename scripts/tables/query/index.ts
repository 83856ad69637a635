import type { TableCheck } from '../table.ts';
import { namingTables } from './naming-tables.ts';
import { questionSqlTables } from './question-sql-tables.ts';
import { scheduleTables } from './schedule-tables.ts';
import { scriptTables } from './script-tables.ts';
import { shapingTables } from './shaping-tables.ts';
import { templateTables } from './template-tables.ts';
import { timeTables } from './time-tables.ts';
import { valueTables } from './value-tables.ts';

/** The conformance tables that concern queries. */
export const queryTables: TableCheck[] = [
  ...timeTables,
  ...valueTables,
  ...shapingTables,
  ...questionSqlTables,
  ...scriptTables,
  ...templateTables,
  ...namingTables,
  ...scheduleTables,
];
