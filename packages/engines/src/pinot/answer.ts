import { isJsonObject, type JsonObject } from '@chartroom/model';
import type { ColumnBatch, ColumnKind, ResultColumn } from '@chartroom/query';
import { cellOf, columnOf } from '../http/values.ts';

const KINDS: Readonly<Record<string, ColumnKind>> = {
  INT: 'int',
  LONG: 'int',
  FLOAT: 'float',
  DOUBLE: 'float',
  BIG_DECIMAL: 'decimal',
  BOOLEAN: 'bool',
  TIMESTAMP: 'timestamp',
  JSON: 'json',
  MAP: 'json',
  BYTES: 'bytes',
};

/** Rows that a question without a LIMIT gets, however many there are. */
const DEFAULT_LIMIT = 10;

/** Marks of answers that are not whole, and what they mean. */
const MARKS: readonly (readonly [name: string, words: string])[] = [
  ['partialResult', 'some servers did not answer'],
  [
    'numGroupsLimitReached',
    'there are more groups than the server keeps: raise `numGroupsLimit` or ask for fewer',
  ],
  ['maxRowsInJoinReached', 'a join has more rows than the server keeps: raise `maxRowsInJoin`'],
  ['maxRowsInWindowReached', 'a window has more rows than the server keeps: raise `maxRowsInWindow`'],
];

/** Throws what an answer says against itself: errors, and whatever makes it a part of the whole. */
export function refuseFailure(answer: JsonObject): void {
  const [first] = Array.isArray(answer.exceptions) ? answer.exceptions : [];
  if (isJsonObject(first)) throw new Error(`Code ${String(first.errorCode)}: ${String(first.message)}`);
  const mark = MARKS.find(([name]) => answer[name] === true);
  if (mark) throw new Error(`Pinot gave only a part of the answer: ${mark[1]}.`);
  const { numServersQueried: asked, numServersResponded: answered } = answer;
  if (typeof asked === 'number' && typeof answered === 'number' && answered < asked) {
    throw new Error(`Pinot gave only a part of the answer: ${answered} of ${asked} servers answered.`);
  }
}

/** Columns and rows of an answer. Throws where rows may be missing because the question has no LIMIT. */
export function tableOf(
  answer: JsonObject,
  hasLimit: boolean,
): { columns: ResultColumn[]; batch: ColumnBatch } {
  const { resultTable } = answer;
  if (!isJsonObject(resultTable) || !isJsonObject(resultTable.dataSchema))
    throw new Error('Pinot answered without a table.');
  const { columnNames, columnDataTypes } = resultTable.dataSchema;
  const types = Array.isArray(columnDataTypes) ? columnDataTypes : [];
  const columns = (Array.isArray(columnNames) ? columnNames : []).map((name, at) => {
    const type = String(types[at]);
    const column = columnOf(String(name), type, KINDS);
    return type.endsWith('_ARRAY') ? { ...column, kind: 'json' as const } : column;
  });
  const rows = (Array.isArray(resultTable.rows) ? resultTable.rows : []).filter((row) => Array.isArray(row));
  if (rows.length === DEFAULT_LIMIT && !hasLimit) {
    throw new Error(
      `Pinot cuts an answer at ${DEFAULT_LIMIT} rows where the question has no LIMIT: write one.`,
    );
  }
  return {
    columns,
    batch: {
      length: rows.length,
      columns: columns.map((column, at) => rows.map((row) => cellOf(row[at], column))),
    },
  };
}
