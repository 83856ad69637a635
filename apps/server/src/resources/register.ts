import type { FastifyInstance } from 'fastify';
import { registerBundles } from '../bundles/bundle-routes.ts';
import { registerEvents } from '../events/event-routes.ts';
import { registerPictures } from '../pictures/picture-routes.ts';
import type { Services } from '../services.ts';
import { registerAccounts } from './account/account-routes.ts';
import { registerAnnotations } from './annotations/annotation-routes.ts';
import { registerChartData } from './chart/chart-data-routes.ts';
import { chartResource } from './chart/chart-resource.ts';
import { cssTemplateResource } from './css-templates/css-template-resource.ts';
import { dashboardResource } from './dashboard/dashboard-resource.ts';
import { registerDashboards } from './dashboard/dashboard-routes.ts';
import { databaseResource } from './database/database-resource.ts';
import { registerDatabases } from './database/database-routes.ts';
import { registerUploads } from './database/upload-routes.ts';
import { datasetResource } from './dataset/dataset-resource.ts';
import { registerDatasets } from './dataset/dataset-routes.ts';
import { registerDatasources } from './explore/datasource-routes.ts';
import { registerDatasourceSave } from './explore/datasource-save.ts';
import { registerExplore } from './explore/explore-routes.ts';
import { registerFormData } from './explore/form-data-routes.ts';
import { registerExploreJson } from './explore-json/explore-json-routes.ts';
import { registerFiles } from './files/file-routes.ts';
import { groupResource } from './groups/group-resource.ts';
import { recordActions } from './log/action-log.ts';
import { registerLog } from './log/log-routes.ts';
import { registerMe } from './me/me-routes.ts';
import { registerOpenApi } from './openapi/openapi-routes.ts';
import { registerDashboardLinks } from './permalinks/filter-state-routes.ts';
import { registerRegistrations } from './registrations/registration-routes.ts';
import { registerReports } from './reports/report-routes.ts';
import { registerResource } from './resource-routes.ts';
import { registerRoleRoutes, roleResource } from './roles/role-resource.ts';
import { rowRuleResource } from './row-rules/row-rule-resource.ts';
import { savedQueryResource } from './saved-queries/saved-query-resource.ts';
import { registerMenu } from './small/menu-routes.ts';
import { registerOldCalls } from './small/old-routes.ts';
import { pairResource, permissionResource, viewResource } from './small/permission-resources.ts';
import { registerSmallCalls } from './small/small-routes.ts';
import { registerTimeRange } from './small/time-range-routes.ts';
import { queryResource } from './sqllab/query-resource.ts';
import { RunningQueries } from './sqllab/running-queries.ts';
import { registerQueryRuns, registerSqlLab } from './sqllab/sqllab-routes.ts';
import { registerTabs } from './sqllab/tab-state-routes.ts';
import { registerTags } from './tags/tag-routes.ts';
import { themeResource } from './themes/theme-resource.ts';
import { registerThemes } from './themes/theme-routes.ts';
import { userResource } from './users/user-resource.ts';

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
  registerResource(app, services, cssTemplateResource);
  registerThemes(app, services);
  registerResource(app, services, savedQueryResource);
  registerTags(app, services);
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
