import type { TableCheck } from '../table.ts';
import { formatTables } from './format-tables.ts';

/** The conformance tables that concern charts. */
export const chartTables: TableCheck[] = [...formatTables];
