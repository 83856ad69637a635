import { CHART_TYPES } from '@chartroom/charts';
import type { TableCheck } from '../table.ts';
import { drawingTable } from './drawing-tables.ts';
import { fieldsTables } from './fields-tables.ts';
import { formDataTables } from './form-data-tables.ts';
import { formatTables } from './format-tables.ts';
import { panelTable } from './panel-tables.ts';
import { processingTables } from './processing-tables.ts';
import { questionTable } from './question-tables.ts';

/** Chart types whose drawings were not recorded: tables have none, and the generic chart is that of its family. */
const NOT_DRAWN = new Set(['echarts_timeseries', 'table', 'pivot_table_v2']);

/** The conformance tables that concern charts. */
export const chartTables: TableCheck[] = [
  ...formatTables,
  ...fieldsTables,
  ...formDataTables,
  ...processingTables,
  ...CHART_TYPES.flatMap((type) => [
    panelTable(type),
    questionTable(type),
    ...(NOT_DRAWN.has(type.key) ? [] : [drawingTable(type)]),
  ]),
];
