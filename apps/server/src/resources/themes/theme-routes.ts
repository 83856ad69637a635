import { themeApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import type { ResourceServices } from '../resource-act.ts';
import { requireSeen } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { themeResource } from './theme-resource.ts';

const DONE = { result: 'success' } as const;
const WRITE: Access = { permission: 'can_write', view: 'Theme' };

/** Themes, and which of them the whole installation wears (contract/api.md §2.12). */
export function registerThemes(app: FastifyInstance, services: ResourceServices): void {
  const defineRoute = routesOf(app, services);
  const admitHousekeeper = ({ caller }: Act) => {
    if (!caller.isAdmin) throw forbidden('Only administrators can set system themes');
    if (!services.config.ENABLE_UI_THEME_ADMINISTRATION)
      throw forbidden('UI theme administration is not enabled');
  };
  for (const [mode, column] of [
    ['default', 'is_system_default'],
    ['dark', 'is_system_dark'],
  ] as const) {
    defineRoute({
      ...themeApi.unsetSystem[mode],
      access: WRITE,
      handle: async ({ act }) => {
        admitHousekeeper(act);
        await services.db
          .updateTable('themes')
          .set({ [column]: 0 })
          .execute();
        return DONE;
      },
    });
    defineRoute({
      ...themeApi.setSystem[mode],
      access: WRITE,
      handle: async ({ act, id }) => {
        admitHousekeeper(act);
        if (id === undefined) throw notFound();
        await requireSeen(themeResource, [id], act);
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
        return { id, ...DONE };
      },
    });
  }
  registerResource(app, services, themeResource);
}
