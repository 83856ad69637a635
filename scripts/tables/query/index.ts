import type { TableCheck } from '../table.ts';
import { namingTables } from './naming-tables.ts';
import { scriptTables } from './script-tables.ts';
import { shapingTables } from './shaping-tables.ts';
import { sqlTables } from './sql-tables.ts';
import { timeTables } from './time-tables.ts';
import { valueTables } from './value-tables.ts';

/** The conformance tables that concern queries. */
export const queryTables: TableCheck[] = [...timeTables, ...valueTables, ...shapingTables, ...sqlTables, ...scriptTables, ...namingTables];
