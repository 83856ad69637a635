export * from './account/account.ts';
export * from './account/me.ts';
export * from './annotation/annotation.ts';
export * from './annotation/annotation-layer.ts';
export * from './api/endpoint.ts';
export * from './api/envelopes.ts';
export * from './api/people.ts';
export * from './api/person.ts';
export * from './base.ts';
export * from './bundle/bundle.ts';
export * from './chart/chart.ts';
export * from './chart/chart-data.ts';
export { type DatasetName, type NewName, namesInSql } from './chart/dataset-names.ts';
export { type NewNames, type Renamed, withNewLayerNames, withNewNames } from './chart/new-names.ts';
export { nextRuns, parseCron } from './cron.ts';
export { cronInWords } from './cron-words.ts';
export * from './css-template/css-template.ts';
export * from './dashboard/board/board.ts';
export * from './dashboard/board/board-words.ts';
export * from './dashboard/board/merge-boards.ts';
export type { Side } from './dashboard/board/three-way.ts';
export * from './dashboard/board-form.ts';
export { type DashboardPost, type DashboardPut, isSayable } from './dashboard/bodies.ts';
export * from './dashboard/cross-filter-scoping.ts';
export * from './dashboard/dashboard.ts';
export {
  type ChartedDataset,
  type RenamedPart,
  withNewDashboardNames,
  withNewMaskNames,
} from './dashboard/dashboard-names.ts';
export * from './dashboard/data-masks.ts';
export * from './dashboard/drill-path.ts';
export * from './dashboard/drop-position.ts';
export * from './dashboard/edit-layout.ts';
export * from './dashboard/extra-form-data.ts';
export * from './dashboard/filter-config.ts';
export * from './dashboard/filter-effect.ts';
export * from './dashboard/filter-lines.ts';
export * from './dashboard/filter-mappings.ts';
export * from './dashboard/filters.ts';
export * from './dashboard/keyboard-moves.ts';
export * from './dashboard/landing.ts';
export * from './dashboard/layout.ts';
export * from './dashboard/main-time.ts';
export * from './dashboard/metadata.ts';
export * from './dashboard/nesting.ts';
export * from './dashboard/place-chart.ts';
export * from './dashboard/reading-order.ts';
export * from './dashboard/refresh.ts';
export * from './dashboard/repair-layout.ts';
export * from './dashboard/scopes.ts';
export * from './dashboard/starting-layouts.ts';
export * from './dashboard/versions.ts';
export * from './dashboard/views.ts';
export * from './database/database.ts';
export * from './database/database-bodies.ts';
export * from './database/database-extra.ts';
export * from './database/engine-facts.ts';
export * from './database/file-reading.ts';
export * from './database/table.ts';
export * from './database/upload.ts';
export * from './dataset/dataset.ts';
export {
  type DatasetColumnPut,
  type DatasetMetricPut,
  type DatasetPost,
  type DatasetPut,
  datasetColumnPut,
  datasetMetricPut,
} from './dataset/dataset-bodies.ts';
export * from './dataset/datasource.ts';
export * from './dataset/datasource-data.ts';
export * from './dataset/related-objects.ts';
export * from './dataset/saved-metrics.ts';
export * from './events/job-event.ts';
export * from './exact-json.ts';
export * from './example/example.ts';
export * from './explore/explore.ts';
export * from './explore/explore-json.ts';
export * from './fields.ts';
export * from './form-data.ts';
export * from './generic-type.ts';
export * from './group/group.ts';
export * from './labels.ts';
export * from './log/log.ts';
export * from './page/board-place.ts';
export * from './page/find-page.ts';
export * from './page/first-calls.ts';
export * from './page/formats.ts';
export * from './page/forwards.ts';
export * from './page/page-facts.ts';
export * from './page/page-picture.ts';
export * from './page/pages.ts';
export * from './page/thing-urls.ts';
export * from './permission/permission.ts';
export * from './picture/picture.ts';
export * from './plugin/plugin.ts';
export * from './query/query.ts';
export * from './query/query-table.ts';
export * from './query-object.ts';
export * from './query-words.ts';
export { requireBoundedQuestion } from './question-bounds.ts';
export * from './registration/registration.ts';
export * from './report/report.ts';
export * from './rison.ts';
export * from './role/role.ts';
export * from './row-rule/row-rule.ts';
export { readQuestion, safeRead } from './safe-read.ts';
export * from './saved-query/saved-query.ts';
export * from './saved-query/schedule-form.ts';
export * from './saved-query/versions.ts';
export * from './sign-in/guest-token.ts';
export * from './sign-in/sign-in.ts';
export * from './small/menu.ts';
export * from './small/old-calls.ts';
export * from './small/open-api.ts';
export * from './small/small.ts';
export * from './small/time-range.ts';
export type { LiveAnswer, LiveQuestion } from './sql-lab/live-sql.ts';
export { type NotFinite, restoreNotFinite, type SpecialNumber } from './sql-lab/not-finite.ts';
export type { ResultColumn } from './sql-lab/result-column.ts';
export * from './sql-lab/sql-lab.ts';
export * from './sql-lab/tab-state.ts';
export type { StoredDocument } from './stored.ts';
export * from './tag/tag.ts';
export * from './theme/theme.ts';
export * from './trash/trash.ts';
export * from './user/user.ts';
