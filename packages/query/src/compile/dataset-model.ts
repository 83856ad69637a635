import type { DatasetColumn, DatasetMetric } from '@chartroom/model';

/** What the compiler reads of a column of a dataset. */
export type ModelColumn = Pick<
  DatasetColumn,
  'column_name' | 'expression' | 'is_dttm' | 'type' | 'type_generic' | 'python_date_format'
> &
  Partial<Pick<DatasetColumn, 'advanced_data_type' | 'verbose_name'>>;
export type ModelMetric = Pick<DatasetMetric, 'metric_name' | 'expression'>;

/** A dataset as the compiler needs it; templates in its texts are already rendered. */
export interface DatasetModel {
  table_name: string;
  schema: string | null;
  catalog: string | null;
  /** SQL of a virtual dataset; null or empty for a physical one. */
  sql: string | null;
  columns: ModelColumn[];
  metrics: ModelMetric[];
  main_dttm_col: string | null;
  always_filter_main_dttm: boolean;
  /** Hours added to temporal values of the result; never part of the SQL. */
  offset: number;
  fetch_values_predicate: string | null;
}
