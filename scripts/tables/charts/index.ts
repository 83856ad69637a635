import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHART_TYPES } from '@chartroom/charts';
import type { TableCheck } from '../table.ts';
import { drawingTable } from './drawing-tables.ts';
import { fieldsTables } from './fields-tables.ts';
import { formDataTables } from './form-data-tables.ts';
import { formatTables } from './format-tables.ts';
import { panelTable } from './panel-tables.ts';
import { processingTables } from './processing-tables.ts';
import { questionTable } from './question-tables.ts';

const TABLES = join(import.meta.dirname, '../../../conformance/tables');

/**
 * Not every chart type has its questions and drawings recorded: tables and pages have no drawings, and those whose data a server
 * shaped (contract/charts.md §3.30) neither of both. The generic chart is drawn as that of its family.
 */
function isRecorded({ file, name }: TableCheck): boolean {
  return name !== 'transform-props/echarts_timeseries' && existsSync(join(TABLES, file));
}

/** The conformance tables that concern charts. */
export const chartTables: TableCheck[] = [
  ...formatTables,
  ...fieldsTables,
  ...formDataTables,
  ...processingTables,
  ...CHART_TYPES.flatMap((type) => [
    panelTable(type),
    ...[questionTable(type), drawingTable(type)].filter(isRecorded),
  ]),
];
