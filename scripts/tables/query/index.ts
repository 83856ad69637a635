import type { TableCheck } from '../table.ts';
import { timeTables } from './time-tables.ts';

/** The conformance tables that concern queries. */
export const queryTables: TableCheck[] = [...timeTables];
