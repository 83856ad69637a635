import type { GenericType } from '@chartroom/model';
import type { Dialect } from '../dialect.ts';
import { genericTypeOf } from '../native-type.ts';
import type { NormalQuery } from '../query-object.ts';
import type { DatasetModel, ModelColumn, ModelMetric } from './dataset-model.ts';

/** Epoch milliseconds of a naive wall clock; null is unbounded. */
export interface TimeBounds {
  from: number | null;
  to: number | null;
}

/** All that the parts of the compiler look at. */
export interface Scope {
  query: NormalQuery;
  dataset: DatasetModel;
  dialect: Dialect;
  now: Date;
  bounds: TimeBounds;
  columns: ReadonlyMap<string, ModelColumn>;
  metrics: ReadonlyMap<string, ModelMetric>;
  /** Granularity after falling back to the main time column; null when the query has none. */
  timeColumn: ModelColumn | null;
  /** Kinds of free expressions that were probed by the caller; others count as what their use implies. */
  expressionTypes: ReadonlyMap<string, GenericType>;
  /** Columns whose filters a template has taken over: they count as applied, and add no condition. */
  removedFilters: ReadonlySet<string>;
}

/** Kind of a dataset column: what is recorded with it, else by its native type. */
export function columnKind(column: ModelColumn, dialect: Dialect): GenericType | undefined {
  if (column.type) return genericTypeOf(column.type, dialect);
  return column.type_generic ?? undefined;
}
