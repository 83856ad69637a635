import type { FastifyInstance, FastifyRequest } from 'fastify';
import { needs } from '../../http/access.ts';
import { actOf, idParameter } from '../../http/act.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { requireSeen } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { themeResource } from './theme-resource.ts';

/** Themes, and which of them the whole house wears (contract/api.md §2.12). */
export function registerThemes(app: FastifyInstance, services: Services): void {
  const write = needs('can_write', 'Theme');
  const admitHousekeeper = ({ caller }: FastifyRequest) => {
    if (!caller.isAdmin) throw forbidden('Only administrators can set system themes');
    if (!services.config.ENABLE_UI_THEME_ADMINISTRATION)
      throw forbidden('UI theme administration is not enabled');
  };
  for (const [name, column] of [
    ['default', 'is_system_default'],
    ['dark', 'is_system_dark'],
  ] as const) {
    app.delete(`/api/v1/theme/unset_system_${name}`, write, async (request) => {
      admitHousekeeper(request);
      await services.db
        .updateTable('themes')
        .set({ [column]: 0 })
        .execute();
      return { result: 'success' };
    });
    app.put(`/api/v1/theme/:pk/set_system_${name}`, write, async (request) => {
      admitHousekeeper(request);
      const id = idParameter(request);
      if (id === undefined) throw notFound();
      await requireSeen(themeResource, [id], actOf(services, request));
      await services.db.transaction().execute(async (records) => {
        await records
          .updateTable('themes')
          .set({ [column]: 0 })
          .execute();
        await records
          .updateTable('themes')
          .set({ [column]: 1 })
          .where('id', '=', id)
          .execute();
      });
      return { id, result: 'success' };
    });
  }
  registerResource(app, services, themeResource);
}
