import type { Dialect } from '../dialect.ts';
import { singleStatement } from '../sql/clause.ts';
import type { DatasetModel } from './dataset-model.ts';

/** Text after FROM: the table's full name, or the virtual dataset's SQL as a sub-select. */
export function sourceOf(dataset: DatasetModel, dialect: Dialect): string {
  if (dataset.sql?.trim()) return `(${singleStatement(dataset.sql, dialect)}\n) AS ${dialect.quoteIdentifier('virtual_table')}`;
  const parts = [dialect.capabilities.crossCatalog ? dataset.catalog : null, dataset.schema, dataset.table_name];
  return parts
    .filter((part) => part !== null && part !== '')
    .map((part) => dialect.quoteIdentifier(String(part)))
    .join('.');
}
