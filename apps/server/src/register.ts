import type { FastifyInstance } from 'fastify';
import { registerBundles } from './bundles/bundle-routes.ts';
import { registerPictures } from './pictures/picture-routes.ts';
import { registerReportRuns } from './reports/report-run-routes.ts';
import { registerAccounts } from './resources/account/account-routes.ts';
import { registerAnnotations } from './resources/annotations/annotation-routes.ts';
import { registerChartData } from './resources/chart/chart-data-routes.ts';
import { chartResource } from './resources/chart/chart-resource.ts';
import { cssTemplateResource } from './resources/css-templates/css-template-resource.ts';
import { dashboardResource } from './resources/dashboard/dashboard-resource.ts';
import { registerDashboards } from './resources/dashboard/dashboard-routes.ts';
import { databaseResource } from './resources/database/database-resource.ts';
import { registerDatabases } from './resources/database/database-routes.ts';
import { registerUploads } from './resources/database/upload-routes.ts';
import { datasetResource } from './resources/dataset/dataset-resource.ts';
import { registerDatasets } from './resources/dataset/dataset-routes.ts';
import { registerEvents } from './resources/events/event-routes.ts';
import { registerDatasources } from './resources/explore/datasource-routes.ts';
import { registerDatasourceSave } from './resources/explore/datasource-save.ts';
import { registerExplore } from './resources/explore/explore-routes.ts';
import { registerFormData } from './resources/explore/form-data-routes.ts';
import { registerExploreJson } from './resources/explore-json/explore-json-routes.ts';
import { registerFiles } from './resources/files/file-routes.ts';
import { groupResource } from './resources/groups/group-resource.ts';
import { recordActions } from './resources/log/action-log.ts';
import { registerLog } from './resources/log/log-routes.ts';
import { registerMe } from './resources/me/me-routes.ts';
import { registerOpenApi } from './resources/openapi/openapi-routes.ts';
import { registerDashboardLinks } from './resources/permalinks/filter-state-routes.ts';
import { pluginResource } from './resources/plugins/plugin-resource.ts';
import { registerRegistrations } from './resources/registrations/registration-routes.ts';
import { registerReports } from './resources/reports/report-routes.ts';
import { registerResource } from './resources/resource-routes.ts';
import { registerRoleRoutes, roleResource } from './resources/roles/role-resource.ts';
import { rowRuleResource } from './resources/row-rules/row-rule-resource.ts';
import { savedQueryResource } from './resources/saved-queries/saved-query-resource.ts';
import { registerSavedQueries } from './resources/saved-queries/saved-query-routes.ts';
import { registerMenu } from './resources/small/menu-routes.ts';
import { registerOldCalls } from './resources/small/old-routes.ts';
import { pairResource, permissionResource, viewResource } from './resources/small/permission-resources.ts';
import { registerSmallCalls } from './resources/small/small-routes.ts';
import { registerTimeRange } from './resources/small/time-range-routes.ts';
import { queryResource } from './resources/sqllab/query-resource.ts';
import { RunningQueries } from './resources/sqllab/running-queries.ts';
import { registerQueryRuns, registerSqlLab } from './resources/sqllab/sqllab-routes.ts';
import { registerTabs } from './resources/sqllab/tab-state-routes.ts';
import { registerTags } from './resources/tags/tag-routes.ts';
import { themeResource } from './resources/themes/theme-resource.ts';
import { registerThemes } from './resources/themes/theme-routes.ts';
import { registerTrash } from './resources/trash/trash-routes.ts';
import { userResource } from './resources/users/user-resource.ts';
import type { Services } from './services.ts';

/** Accounts, roles, groups and what they permit (contract/api.md §2.14). */
function registerSecurity(app: FastifyInstance, services: Services): void {
  for (const resource of [userResource, roleResource, groupResource])
    registerResource(app, services, resource);
  registerRoleRoutes(app, services);
  for (const resource of [permissionResource, viewResource, pairResource])
    registerResource(app, services, resource);
}

/** Every REST resource: one line each. */
export async function registerResources(app: FastifyInstance, services: Services): Promise<void> {
  app.decorate('resources', []);
  recordActions(app, services);
  await registerEvents(app, services);
  registerMe(app, services);
  registerAccounts(app, services);
  if (services.config.FAB_ADD_SECURITY_API) registerSecurity(app, services);
  registerRegistrations(app, services);
  registerDatabases(app, services);
  registerDatasets(app, services);
  registerResource(app, services, chartResource);
  registerChartData(app, services);
  registerDashboards(app, services);
  registerPictures(app, services);
  registerLog(app, services);
  registerResource(app, services, rowRuleResource);
  registerAnnotations(app, services);
  registerReports(app, services);
  registerReportRuns(app, services);
  registerResource(app, services, cssTemplateResource);
  if (services.config.DYNAMIC_PLUGINS) registerResource(app, services, pluginResource);
  registerThemes(app, services);
  registerSavedQueries(app, services);
  registerTags(app, services);
  registerTrash(app, services);
  registerMenu(app, services);
  registerTimeRange(app, services);
  registerSmallCalls(app, services);
  registerOldCalls(app, services);
  registerExplore(app, services);
  registerDatasources(app, services);
  registerDatasourceSave(app, services);
  registerExploreJson(app, services);
  registerFormData(app, services);
  registerDashboardLinks(app, services);
  await registerFiles(app, services);
  registerUploads(app, services);
  registerBundles(app, services, {
    database: databaseResource,
    dataset: datasetResource,
    chart: chartResource,
    dashboard: dashboardResource,
    saved_query: savedQueryResource,
    theme: themeResource,
  });
  const running = new RunningQueries();
  registerQueryRuns(app, services, running);
  registerResource(app, services, queryResource);
  registerSqlLab(app, services, running);
  registerTabs(app, services);
  registerOpenApi(app, services);
}
