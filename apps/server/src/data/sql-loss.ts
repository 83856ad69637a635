import type { TableLoss } from '@chartroom/query';

/** Where a dataset stands. */
export interface PlacedDataset {
  id: number;
  catalog: string | null;
  schema: string | null;
  table_name: string;
  /** What a virtual dataset selects; null or empty for one on a table. */
  sql: string | null;
}

/** What a script would take from a table or a schema, and which datasets stand on it. */
export interface SqlLoss extends TableLoss {
  datasets: number[];
}
