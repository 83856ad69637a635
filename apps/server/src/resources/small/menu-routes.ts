import { type MenuEntry, menuApi, menuOf } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/config.ts';
import { routesOf } from '../../http/define-route.ts';
import type { Ground } from '../../records/ground.ts';
import { type Caller, may } from '../../security/caller.ts';

/** The menu as far as the caller may use it. */
export function registerMenu(app: FastifyInstance, services: Ground): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...menuApi.show,
    access: { permission: 'can_get', view: 'MenuApi' },
    handle: async ({ act }) => ({ result: menuFor(act.caller, services.config) }),
  });
}

/** Who calls is told what `menu_access` says alone, as other clients know it (contract/api.md §2.15). */
function menuFor(caller: Caller, config: Config): MenuEntry[] {
  const menu = menuOf(
    (_page, { setting }, name) =>
      may(caller, 'menu_access', name) && (setting === undefined || Boolean(config[setting])),
  );
  return menu.map(({ name, label, url, childs }) => {
    const entry = { name, label, icon: '' };
    return childs.length > 0
      ? { ...entry, childs: childs.map((child) => ({ ...child, icon: '' })) }
      : { ...entry, url };
  });
}
