import { type MenuEntry, menuApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/config.ts';
import { routesOf } from '../../http/define-route.ts';
import type { Ground } from '../../records/ground.ts';
import { type Caller, may } from '../../security/caller.ts';

interface Entry {
  /** View of the `menu_access` permission. */
  name: string;
  label: string;
  url: string;
  /** Shown only where this is set. */
  setting?: 'AUTH_USER_REGISTRATION' | 'FAB_ADD_SECURITY_API' | 'SUPERSET_LOG_VIEW';
}

/** The menu in its order (contract/api.md §2.15): entries, and groups of entries. */
const MENU: (Entry | (Omit<Entry, 'url'> & { childs: Entry[] }))[] = [
  { name: 'Dashboards', label: 'Dashboards', url: '/dashboard/list/' },
  { name: 'Charts', label: 'Charts', url: '/chart/list/' },
  { name: 'Datasets', label: 'Datasets', url: '/tablemodelview/list/' },
  {
    name: 'SQL Lab',
    label: 'SQL',
    childs: [
      { name: 'SQL Editor', label: 'SQL Lab', url: '/sqllab/' },
      { name: 'Saved Queries', label: 'Saved Queries', url: '/savedqueryview/list/' },
      { name: 'Query Search', label: 'Query History', url: '/sqllab/history/' },
    ],
  },
  {
    name: 'Data',
    label: 'Data',
    childs: [{ name: 'Databases', label: 'Database Connections', url: '/databaseview/list/' }],
  },
  {
    name: 'Manage',
    label: 'Manage',
    childs: [
      { name: 'CSS Templates', label: 'CSS Templates', url: '/csstemplatemodelview/list/' },
      { name: 'Themes', label: 'Themes', url: '/theme/list/' },
      { name: 'Alerts & Report', label: 'Alerts & Reports', url: '/alert/list/' },
      { name: 'Annotation Layers', label: 'Annotation Layers', url: '/annotationlayer/list/' },
      { name: 'Tags', label: 'Tags', url: '/superset/tags/' },
    ],
  },
  {
    name: 'Security',
    label: 'Security',
    childs: [
      { name: 'List Users', label: 'List Users', url: '/users/', setting: 'FAB_ADD_SECURITY_API' },
      { name: 'List Roles', label: 'List Roles', url: '/roles/', setting: 'FAB_ADD_SECURITY_API' },
      { name: 'List Groups', label: 'List Groups', url: '/list_groups/', setting: 'FAB_ADD_SECURITY_API' },
      {
        name: 'User Registrations',
        label: 'User Registrations',
        url: '/registrations/',
        setting: 'AUTH_USER_REGISTRATION',
      },
      { name: 'Row Level Security', label: 'Row Level Security', url: '/rowlevelsecurity/list/' },
      { name: 'Action Log', label: 'Action Log', url: '/actionlog/list', setting: 'SUPERSET_LOG_VIEW' },
    ],
  },
];

/** The menu as far as the caller may use it. */
export function registerMenu(app: FastifyInstance, services: Ground): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...menuApi.show,
    access: { permission: 'can_get', view: 'MenuApi' },
    handle: async ({ act }) => ({ result: menuFor(act.caller, services.config) }),
  });
}

function menuFor(caller: Caller, config: Config): MenuEntry[] {
  const open = (entry: { name: string; setting?: Entry['setting'] }) =>
    may(caller, 'menu_access', entry.name) && (entry.setting === undefined || config[entry.setting]);
  return MENU.flatMap((entry): MenuEntry[] => {
    const shown = { name: entry.name, label: entry.label, icon: '' };
    if ('url' in entry) return open(entry) ? [{ ...shown, url: entry.url }] : [];
    const childs = entry.childs.filter(open).map(({ setting: _, ...child }) => ({ ...child, icon: '' }));
    return childs.length > 0 ? [{ ...shown, childs }] : [];
  });
}
