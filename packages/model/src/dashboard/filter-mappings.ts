import { isJsonObject } from '../json.ts';
import type { Scope } from './filters.ts';
import { ROOT_ID } from './layout.ts';
import type { DashboardMetadata } from './metadata.ts';

/** Where one field of a filter box of former versions works (`filter_scopes`). */
export interface FilterMapping {
  /** Id of the filter box. */
  chart: number;
  /** A column, or one of the fields for time (`__time_range`, `__time_grain` …). */
  field: string;
  scope: Scope;
}

/** The mappings in the settings of a dashboard, box by box; one without readable parts reaches everything. */
export function filterMappings({ filter_scopes = {} }: DashboardMetadata): FilterMapping[] {
  return Object.entries(filter_scopes).flatMap(([chart, fields]) =>
    Object.entries(isJsonObject(fields) ? fields : {}).map(([field, given]) => ({
      chart: Number(chart),
      field,
      scope: scopeIn(isJsonObject(given) ? given : {}),
    })),
  );
}

/**
 * Why fields of filter boxes that a document names are none: each is `{chart}_{field}`, of a chart by its number. Undefined
 * where all are.
 */
export function filterKeyProblem(boxes: unknown): string | undefined {
  if (!isJsonObject(boxes)) return undefined;
  const keys = Object.entries(boxes).flatMap(([chart, fields]) =>
    isJsonObject(fields) ? Object.keys(fields).map((field) => `${chart}_${field}`) : [`${chart}_`],
  );
  const wrong = keys.find((key) => !/^\d+_.+$/s.test(key));
  return wrong === undefined ? undefined : `Cannot parse invalid filter key: ${wrong}`;
}

function scopeIn({ scope, immune }: Record<string, unknown>): Scope {
  return {
    rootPath: Array.isArray(scope) ? scope.map(String) : [ROOT_ID],
    excluded: Array.isArray(immune) ? immune.filter((id) => typeof id === 'number') : [],
  };
}

/** The settings with another mapping of one field; all others, and what else is said of it, stay. */
export function withFilterMapping(
  { filter_scopes = {} }: DashboardMetadata,
  { chart, field, scope }: FilterMapping,
): Required<Pick<DashboardMetadata, 'filter_scopes'>> {
  const box = filter_scopes[chart];
  const fields = isJsonObject(box) ? box : {};
  const before = fields[field];
  const changed = {
    ...(isJsonObject(before) && before),
    scope: scope.rootPath,
    immune: scope.excluded,
  };
  return { filter_scopes: { ...filter_scopes, [chart]: { ...fields, [field]: changed } } };
}
