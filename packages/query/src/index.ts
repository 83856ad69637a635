export { AlertProblem, type AlertVerdict, decideAlert, reportSubject } from './alert.ts';
export {
  type CompiledQuery,
  /** @internal laws and tables of questions are compiled by it */
  type CompileInput,
  compileQuery,
  expressionsToProbe,
  type OutputColumn,
} from './compile/compile-query.ts';
export * from './compile/dataset-model.ts';
export { holdsFreeSql } from './compile/free-sql.ts';
export {
  labelAlias,
  uniqueNames,
} from './compile/label-alias.ts';
export { naiveTimestamp } from './compile/naive-timestamp.ts';
export { checkedRule, combineRowRules } from './compile/row-rules.ts';
export type { TimeBounds } from './compile/scope.ts';
export { firstRowsOf } from './compile/source.ts';
export { timeBounds } from './compile/time-bounds.ts';
export { partialSql } from './cube/cube-metrics.ts';
export { type CubeQuestion, cubeQuestion } from './cube/cube-question.ts';
export {
  askCube,
  type CubeAsking,
  type CubeAverage,
  type CubeParts,
  type CubeTable,
  cubeColumns,
  cubeRows,
  cubeTypes,
  partsOf,
} from './cube/cube-statements.ts';
export { isSteady } from './cube/steady-sql.ts';
export * from './dialect.ts';
export { colTypes } from './encode/column-types.ts';
export { type LineColumn, LinesAsCsv } from './encode/copied-csv.ts';
export { NAN_IN_CSV } from './encode/csv-cells.ts';
export { CsvEncoder } from './encode/encode-csv.ts';
export { encodeCells, memberPieces, rowPieces } from './encode/encode-data.ts';
export { encodeSheet, SHEET_STYLES } from './encode/encode-sheet.ts';
export { genericTypeOf, hasZone } from './native-type.ts';
export { queryError } from './query-error.ts';
export { type NormalQuery, normalizeQuery, TIMESTAMP } from './query-object.ts';
export { windowText } from './row-window.ts';
export * from './rows.ts';
export {
  checkClause,
  /** @internal tests of what is safe ask it alone */
  singleStatement,
} from './sql/clause.ts';
export { createAs } from './sql/create-as.ts';
export type { ParsedStatement, ScriptDialect, SyntaxProblem } from './sql/parsed-statement.ts';
export { canMakeTable, canMakeView, loadSqlParser, type SqlParser } from './sql/parser.ts';
export { requireBoundedSql } from './sql/sql-bounds.ts';
export { type StatementText, splitStatements } from './sql/statements.ts';
export { lossesOf, type TableLoss } from './sql/table-losses.ts';
export type { TableName } from './sql/table-names.ts';
export type { PlainCondition, TableNeeds, WrittenValue } from './sql/table-needs.ts';
export { wayParts } from './sql/table-needs.ts';
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
export { parseTimeRange } from './time-range/parse-time-range.ts';
export { temporalValues } from './time-range/temporal-values.ts';
export type { Forecaster } from './transform/forecasting.ts';
export { geohashCell } from './transform/geohash.ts';
export { transformFrame } from './transform/transform-frame.ts';
export type { TransformLimits } from './transform/work.ts';
