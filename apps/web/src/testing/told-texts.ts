/** A text that people read, or a number that they notice, and the source that has it. */
export interface ToldText {
  /** As it is read; `%s` stands for what differs. */
  says: string;
  /** The source, from the root of the repository. */
  at: string;
}

const WEB = 'apps/web/src';
const LAB = `${WEB}/screens/sql-lab`;
const LISTS = `${WEB}/shared/list-view`;

/** What SQL Lab, the lists and what stands around all screens say. */
export const TEXTS: readonly ToldText[] = [
  // Answers without words.
  ...[
    "400: 'Bad request'",
    "401: 'Unauthorized'",
    "403: 'Forbidden'",
    "404: 'Not found'",
    "500: 'Server error'",
    "503: 'Service unavailable'",
    "599: 'Network error'",
    'Unknown error',
    'Network error.',
    'Request timed out',
    'Your session timed out, please refresh your page and try again.',
  ].map((says) => ({ says, at: `${WEB}/api/client.ts` })),
  { says: "1000: 'The dataset is too large to query.'", at: 'packages/model/src/errors.ts' },
  { says: "1001: 'The database is under an unusual load.'", at: 'packages/model/src/errors.ts' },
  { says: 'Unexpected error', at: `${WEB}/shared/error-boundary.tsx` },
  { says: '>Request Access<', at: 'packages/ui/src/error-alert.tsx' },
  { says: 'Invalid input', at: 'apps/server/src/http/validation.ts' },
  // Empty places.
  { says: "title = 'No results'", at: 'packages/ui/src/empty-state.tsx' },
  { says: 'There is currently no information to display.', at: 'packages/ui/src/empty-state.tsx' },
  // What is saved.
  { says: 'Sorry, an unknown error occurred.', at: `${WEB}/screens/dashboard/edit/save-dashboard.ts` },
  {
    says: 'Sorry, there was an error saving this dashboard: %s',
    at: `${WEB}/screens/dashboard/edit/save-dashboard.ts`,
  },
  {
    says: 'You do not have permission to edit this dashboard',
    at: `${WEB}/screens/dashboard/edit/save-dashboard.ts`,
  },
  { says: 'Failed to save cross-filter scoping', at: `${WEB}/screens/dashboard/drill/scoping-modal.tsx` },
  { says: 'Could not fetch all saved charts', at: `${WEB}/screens/dashboard/edit/chart-palette.tsx` },
  { says: 'Failed to save slice', at: `${WEB}/screens/explore/save-modal.tsx` },
  { says: 'Updating chart was stopped', at: `${WEB}/screens/explore/chart-area.tsx` },
  {
    says: 'An error occurred while rendering the visualization',
    at: `${WEB}/shared/chart/chart-picture.tsx`,
  },
  {
    says: 'There was an issue fetching reports attached to this %s.',
    at: `${WEB}/shared/email-report/use-email-report.tsx`,
  },
  {
    says: 'We were unable to active or deactivate this report.',
    at: `${WEB}/shared/email-report/use-email-report.tsx`,
  },
  { says: 'Your report could not be deleted', at: `${WEB}/shared/email-report/report-deletion.tsx` },
  { says: 'Invalid color: %s', at: `${WEB}/shared/properties/dashboard-document.ts` },
  { says: 'Cannot parse invalid filter key: %s', at: 'packages/model/src/dashboard/filter-mappings.ts' },
  { says: 'Value cannot exceed %s', at: 'packages/charts/src/controls/panel.ts' },
  // Lists, and what is done in them.
  { says: 'An error occurred while fetching %s', at: `${LISTS}/list-view.tsx` },
  { says: '%s-%s of %s', at: 'packages/ui/src/page-numbers.tsx' },
  { says: 'An error occurred while importing %s', at: `${WEB}/shared/import-dialog/import-dialog.tsx` },
  {
    says: 'Please re-export your file and try importing again',
    at: `${WEB}/shared/import-dialog/import-dialog.tsx`,
  },
  { says: 'There was an issue deleting: %s', at: `${LISTS}/use-deletion.tsx` },
  { says: 'There was an error fetching the favorite status: %s', at: `${WEB}/api/favorites.ts` },
  { says: 'There was an error saving the favorite status: ', at: `${WEB}/api/favorites.ts` },
  { says: 'You do not have permission to read tags', at: `${WEB}/shared/tags/tag-select.tsx` },
  // Connections and copies.
  { says: 'Connection looks good!', at: `${WEB}/screens/databases/connection-modal.tsx` },
  { says: 'ERROR: %s', at: `${WEB}/screens/databases/connection-modal.tsx` },
  { says: 'This is a required field', at: `${WEB}/screens/databases/basic-fields.tsx` },
  { says: 'Link Copied!', at: `${LAB}/toolbar/toolbar.tsx` },
  { says: 'Sorry, your browser does not support copying.', at: 'packages/ui/src/copy-text.ts' },
  // SQL Lab.
  { says: 'There was an error loading the schemas', at: `${LAB}/schema/schema-pane.tsx` },
  { says: 'There was an error loading the catalogs', at: `${LAB}/schema/schema-pane.tsx` },
  { says: 'There was an error loading the tables', at: `${LAB}/schema/table-tree.tsx` },
  { says: 'An error occurred while fetching table metadata: %s', at: `${LAB}/schema/table-tree.tsx` },
  {
    says: 'The storage of this browser is full: what is changed now may be lost when the page is left before it is saved. Save your query with the Save button.',
    at: `${LAB}/tabs/kept-tabs.ts`,
  },
  {
    says: 'Unable to migrate query editor state to backend. Chartroom will retry later. Please contact your administrator if this problem persists.',
    at: `${LAB}/tabs/kept-tabs.ts`,
  },
  { says: 'Untitled Query %s', at: `${LAB}/lab-tabs.ts` },
  { says: 'Failed at retrieving results', at: `${LAB}/results/results.tsx` },
  { says: 'Failed at retrieving results: %s', at: `${LAB}/results/more-rows.tsx` },
  { says: 'Failed to stop query.', at: `${LAB}/lab-store.ts` },
  { says: 'Query was stopped.', at: `${LAB}/results/results.tsx` },
  { says: 'Your query was saved', at: `${LAB}/toolbar/save-query-modal.tsx` },
  { says: 'Your query was updated', at: `${LAB}/toolbar/save-query-modal.tsx` },
  { says: 'Your query could not be saved', at: `${LAB}/toolbar/save-query-modal.tsx` },
  { says: 'Your query could not be updated', at: `${LAB}/toolbar/save-query-modal.tsx` },
  { says: 'Your query was not properly saved', at: `${LAB}/toolbar/save-query-modal.tsx` },
  { says: 'Your query has been scheduled', at: `${LAB}/schedule/schedule-modal.tsx` },
  { says: 'Your query could not be scheduled: %s', at: `${LAB}/schedule/schedule-modal.tsx` },
  { says: 'An error occurred while fetching tab state', at: `${LAB}/lab-store.ts` },
  {
    says: 'An error occurred while removing query. Please contact your administrator.',
    at: `${LAB}/results/history/history-actions.tsx`,
  },
  { says: "The %s couldn't be loaded", at: `${LAB}/opening.ts` },
  { says: "The datasource couldn't be loaded", at: `${WEB}/screens/explore/explore-screen.tsx` },
  { says: 'An error occurred while creating the data source: %s', at: `${LAB}/save-dataset-modal.tsx` },
  { says: 'An error occurred while creating the data source: %s', at: `${WEB}/shared/save-as-dataset.tsx` },
];

/** Numbers that people notice, as their sources have them. */
export const CONSTANTS: readonly ToldText[] = [
  { says: '{ info: 4, success: 4, warning: 6, error: 8 }', at: `${WEB}/base/toasts.tsx` },
  { says: 'export const LIST_PAGE_SIZE = 25;', at: 'packages/model/src/page/first-calls.ts' },
  {
    says: "{ sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' }",
    at: 'packages/model/src/page/first-calls.ts',
  },
  { says: 'const PAGE_SIZE = 5;', at: `${WEB}/screens/home/things.tsx` },
  { says: 'const OF_EACH = 3;', at: `${WEB}/screens/home/recents.tsx` },
  { says: 'const PAGE_SIZE = 10;', at: `${WEB}/screens/tags/tag-screen.tsx` },
  { says: 'const PAGE = 200;', at: `${WEB}/screens/dashboard/edit/chart-palette.tsx` },
  { says: 'minmax(min(300px, 100%)', at: `${WEB}/shared/cards/cards.module.css` },
  { says: 'const LONGEST = 20;', at: `${WEB}/shared/tags/tag-names.tsx` },
  { says: 'reopenings: 6,', at: `${WEB}/api/job-events.ts` },
  { says: 'reopening: 2_500,', at: `${WEB}/api/job-events.ts` },
  { says: 'searches: 6,', at: `${WEB}/api/job-events.ts` },
  { says: 'searching: 100,', at: `${WEB}/api/job-events.ts` },
  {
    says: 'GLOBAL_ASYNC_QUERIES_POLLING_DELAY: whole(50).default(500)',
    at: 'apps/server/src/base/settings/background-settings.ts',
  },
  { says: 'const UNDO = 5_000;', at: `${WEB}/screens/dashboard/filter-config/use-drafts.ts` },
  { says: 'const SYNC_EVERY = 5_000;', at: `${LAB}/tabs/tab-keeper.ts` },
  { says: 'const WARN_EVERY = 8_000;', at: `${LAB}/tabs/kept-tabs.ts` },
  { says: 'const LOOKS_EVERY = 2_000;', at: `${LAB}/follow-query.ts` },
  { says: 'const OLDEST = 864e5;', at: `${LAB}/follow-query.ts` },
  { says: 'UNDO_STEPS = 50;', at: `${WEB}/screens/dashboard/store/editing.ts` },
];
