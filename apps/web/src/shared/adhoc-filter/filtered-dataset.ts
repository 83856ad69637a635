import type { DatasourceData } from '@chartroom/model';

/** What is read of the dataset whose rows a filter narrows. */
export type FilteredDataset = Pick<
  DatasourceData,
  'id' | 'uid' | 'type' | 'columns' | 'filter_select_enabled'
> & { database: DatasourceData['database'] | null };
