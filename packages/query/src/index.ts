export { AlertProblem, decideAlert, reportSubject } from './alert.ts';
export * from './compile/compile-query.ts';
export * from './compile/dataset-model.ts';
export { holdsFreeSql } from './compile/free-sql.ts';
export { labelAlias, uniqueNames } from './compile/label-alias.ts';
export { naiveTimestamp } from './compile/naive-timestamp.ts';
export { checkedRule, combineRowRules } from './compile/row-rules.ts';
export type { TimeBounds } from './compile/scope.ts';
export { firstRowsOf } from './compile/source.ts';
export { timeBounds } from './compile/time-bounds.ts';
export * from './dialect.ts';
export { colTypes } from './encode/column-types.ts';
export { disarmed, momentText } from './encode/csv-cells.ts';
export { CsvEncoder, type CsvOptions, encodeCsv } from './encode/encode-csv.ts';
export { answerPieces, encodeAnswer, encodeCells, encodeData } from './encode/encode-data.ts';
export { disarmedForSheet, encodeSheet, SHEET_STYLES } from './encode/encode-sheet.ts';
export * from './frame.ts';
export { genericTypeOf, hasZone } from './native-type.ts';
export {
  firstRows,
  NOTHING,
  type PackedBatch,
  type PackedColumn,
  type PlainCell,
  packedBatch,
  packedColumn,
  partsOf,
  unpackedBatch,
} from './packed-rows.ts';
export { queryError } from './query-error.ts';
export { metricName, type NormalQuery, normalizeQuery, TIMESTAMP } from './query-object.ts';
export { windowText } from './row-window.ts';
export { type CheckedDialect, checkClause, singleStatement } from './sql/clause.ts';
export { createAs } from './sql/create-as.ts';
export { hoisted } from './sql/hoisted.ts';
export type { ParsedStatement, ScriptDialect, SyntaxProblem } from './sql/parsed-statement.ts';
export { canMakeTable, canMakeView, loadSqlParser, type SqlParser } from './sql/parser.ts';
export { requireBoundedSql } from './sql/sql-bounds.ts';
export { type StatementText, splitStatements } from './sql/statements.ts';
export type { TableName } from './sql/table-names.ts';
export { STANDARD_CAPABILITIES, STANDARD_LEXICAL } from './standard-sql.ts';
export {
  DatasetNeeded,
  type PartitionQuestion,
  PartitionsNeeded,
  type TemplateDataset,
  type TemplateFilter,
  type TemplatePerson,
  type TemplateRequest,
  type TemplateTrace,
} from './template/macros/macro.ts';
export { namesIn, questionFacts, renderDataset, renderQuery } from './template/render-question.ts';
export { isTemplate } from './template/render-template.ts';
export { TemplateProblem } from './template/template-problem.ts';
export { TemplateRenderer } from './template/template-renderer.ts';
export { parseTimeRange, type TimeRange, type TimeRangeOptions } from './time-range/parse-time-range.ts';
export { type TemporalOptions, temporalValues } from './time-range/temporal-values.ts';
export { calendarShift, humanDelta, pastDelta, pastOrFuture, shifted } from './time-range/time-delta.ts';
export { geohashCell } from './transform/geohash.ts';
export { escapeSeparator, type ShapedTable, unescapeSeparator } from './transform/table.ts';
export { transformFrame, transformTable } from './transform/transform-frame.ts';
export type { TransformLimits } from './transform/work.ts';
