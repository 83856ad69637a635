import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { registerChartData } from './chart/chart-data-routes.ts';
import { chartResource } from './chart/chart-resource.ts';
import { registerDatabases } from './database/database-routes.ts';
import { registerDatasets } from './dataset/dataset-routes.ts';
import { registerMe } from './me/me-routes.ts';
import { registerResource } from './resource-routes.ts';
import { registerRoleRoutes, roleResource } from './roles/role-resource.ts';
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
}
