import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { registerChartData } from './chart/chart-data-routes.ts';
import { chartResource } from './chart/chart-resource.ts';
import { registerDashboards } from './dashboard/dashboard-routes.ts';
import { registerDatabases } from './database/database-routes.ts';
import { registerDatasets } from './dataset/dataset-routes.ts';
import { registerExplore } from './explore/explore-routes.ts';
import { registerFormData } from './explore/form-data-routes.ts';
import { registerFiles } from './files/file-routes.ts';
import { registerLog } from './log/log-routes.ts';
import { registerMe } from './me/me-routes.ts';
import { registerDashboardLinks } from './permalinks/filter-state-routes.ts';
import { registerResource } from './resource-routes.ts';
import { registerRoleRoutes, roleResource } from './roles/role-resource.ts';
import { queryResource } from './sqllab/query-resource.ts';
import { RunningQueries } from './sqllab/running-queries.ts';
import { registerQueryRuns, registerSqlLab } from './sqllab/sqllab-routes.ts';
import { registerTabs } from './sqllab/tab-state-routes.ts';
import { userResource } from './users/user-resource.ts';

/** Every REST resource: one line each. */
export async function registerResources(app: FastifyInstance, services: Services): Promise<void> {
  registerMe(app, services);
  registerResource(app, services, userResource);
  registerResource(app, services, roleResource);
  registerRoleRoutes(app, services);
  registerDatabases(app, services);
  registerDatasets(app, services);
  registerResource(app, services, chartResource);
  registerChartData(app, services);
  registerDashboards(app, services);
  registerLog(app, services);
  registerExplore(app, services);
  registerFormData(app, services);
  registerDashboardLinks(app, services);
  await registerFiles(app, services);
  const running = new RunningQueries();
  registerQueryRuns(app, services, running);
  registerResource(app, services, queryResource);
  registerSqlLab(app, services, running);
  registerTabs(app, services);
}
