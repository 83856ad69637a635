import type { LabQuery } from '@chartroom/model';

/** What is noted of a query besides its columns. */
export interface QueryExtra {
  /** What it failed of. */
  errors?: LabQuery['extra']['errors'];
  /** What was run without the limit that was put on it; there when that one has cut it. */
  wholeSql?: string;
  /** While it runs: what of other databases it has read. */
  progress?: string;
}

/** What is told of it to its screens. */
export function toldExtra(text: string | null): LabQuery['extra'] {
  const { wholeSql, ...told } = extraOf(text);
  return told;
}

/** The SQL of a query that was cut, without the limit that cut it. */
export function wholeSqlOf(text: string | null): string | undefined {
  return extraOf(text).wholeSql;
}

function extraOf(text: string | null): QueryExtra {
  const extra: QueryExtra = text ? JSON.parse(text) : {};
  return extra;
}
