import { CHART_TYPES } from '@chartroom/charts';
import type { TableCheck } from '../table.ts';
import { drawingTable } from './drawing-tables.ts';
import { formatTables } from './format-tables.ts';
import { panelTable } from './panel-tables.ts';
import { questionTable } from './question-tables.ts';

/** The conformance tables that concern charts. */
export const chartTables: TableCheck[] = [
  ...formatTables,
  ...CHART_TYPES.flatMap((type) => [panelTable(type), questionTable(type), drawingTable(type)]),
];
