import type { ChartDataResult } from '@chartroom/model';

/** How many rows the database gave for an answer, before they were shaped into fewer. */
export function rowsRead({ sql_rowcount, rowcount }: ChartDataResult): number {
  return Math.max(sql_rowcount, rowcount);
}
