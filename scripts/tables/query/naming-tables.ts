import {
  adhocMetricSchema,
  columnLabel,
  columnRefSchema,
  GenericType,
  queryObjectSchema,
} from '@chartroom/model';
import { genericTypeOf, normalizeQuery, uniqueNames } from '@chartroom/query';
import { labelAlias } from '../../../packages/query/src/compile/label-alias.ts';
import { metricName } from '../../../packages/query/src/query-object.ts';
import { listOf, recordOf } from '../charts/recorded.ts';
import type { TableCheck } from '../table.ts';
import {
  attempt,
  type Comparison,
  expectedError,
  type QueryCase,
  queryTable,
  type Shared,
  textOf,
} from './query-cases.ts';
import { dialectOf } from './question-sql-tables.ts';

/** Names of columns, kinds of columns and the normal form of a question. */
export const namingTables: TableCheck[] = [
  queryTable('column-naming', columnNaming),
  queryTable('coltypes', columnTypes),
  queryTable('query-object', queryObject),
];

function columnNaming(each: QueryCase): Comparison | undefined {
  const verbose = recordOf(each.verbose);
  const named = (name: string) => verbose[name] ?? name;
  switch (each.function) {
    case 'label': {
      const dialect = dialectOf(each.engine);
      return dialect && { expected: each.out, actual: labelAlias(String(each.in), dialect) };
    }
    case 'rule': {
      const dialect = dialectOf(each.engine);
      return (
        dialect && {
          expected: [each.max_length, each.changes],
          actual: [dialect.maxLabelLength ?? null, dialect.mutateLabel !== undefined],
        }
      );
    }
    case 'dedup':
      return {
        expected: each.out,
        actual: uniqueNames(listOf(each.in).map(String), each.case_sensitive !== false),
      };
    case 'result columns':
      return { expected: each.out, actual: uniqueNames(listOf(each.in).map(String)) };
    case 'metric name':
      return compareNames(
        each,
        attempt(() =>
          typeof each.in === 'string' ? named(each.in) : metricName(adhocMetricSchema.parse(each.in)),
        ),
      );
    case 'column name': {
      const { label, sqlExpression } = recordOf(each.in);
      const column = { label: textOf(label) ?? '', sqlExpression: textOf(sqlExpression) ?? '' };
      return compareNames(
        each,
        attempt(() =>
          typeof each.in === 'string'
            ? named(each.in)
            : columnLabel(column.label || column.sqlExpression ? column : columnRefSchema.parse(each.in)),
        ),
      );
    }
    default:
      return undefined;
  }
}

function compareNames(
  each: QueryCase,
  got: { value: unknown; thrown?: undefined } | { thrown: string },
): Comparison {
  if (expectedError(each.out) ?? expectedError(each))
    return { expected: 'an error', actual: got.thrown === undefined ? got.value : 'an error' };
  return { expected: each.out, actual: got.thrown ?? got.value };
}

function columnTypes(each: QueryCase, shared: Shared): Comparison[] | undefined {
  const dialect = dialectOf(each.id);
  if (!dialect) return undefined;
  const names = new Map<unknown, string>(Object.entries(GenericType).map(([name, code]) => [code, name]));
  return Object.entries({ ...recordOf(shared.base), ...recordOf(each.differs) }).map(([type, kind]) => ({
    part: type,
    expected: Array.isArray(kind) ? kind[0] : null,
    actual: names.get(genericTypeOf(type, dialect)) ?? null,
  }));
}

function queryObject(each: QueryCase): Comparison {
  const got = attempt(() => normalizeQuery(queryObjectSchema.parse(each.in)));
  const failure = expectedError(each.out);
  if (failure) return { expected: failure.message ?? 'an error', actual: got.thrown ?? got.value };
  const { filter, ...out } = recordOf(each.out);
  const expected: Record<string, unknown> = { ...out, filters: filter };
  if (got.thrown !== undefined) return { expected, actual: got.thrown };
  const normal: Record<string, unknown> = { ...got.value };
  return { expected, actual: Object.fromEntries(Object.keys(expected).map((key) => [key, normal[key]])) };
}
