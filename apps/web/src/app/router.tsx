import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { bootstrap } from '../base/bootstrap.ts';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

/** Search parameters stay the texts that they are in the address; screens read what they know. */
type Search = Record<string, string | undefined>;
const asTexts = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
  );

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, validateSearch: asTexts });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('../screens/sign-in/login-screen.tsx'), 'LoginScreen'),
});
const firstRun = createRoute({
  getParentRoute: () => root,
  path: '/first-run',
  component: lazyRouteComponent(() => import('../screens/sign-in/first-run-screen.tsx'), 'FirstRunScreen'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('../screens/sign-in/register-screen.tsx'), 'RegisterScreen'),
});
const activation = createRoute({
  getParentRoute: () => root,
  path: '/register/activation/$hash',
  component: lazyRouteComponent(() => import('../screens/sign-in/activation-screen.tsx'), 'ActivationScreen'),
});

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: lazyRouteComponent(
    () => import('../screens/sign-in/new-password-screen.tsx'),
    'NewPasswordScreen',
  ),
});

const embedded = createRoute({
  getParentRoute: () => root,
  path: '/embedded/$uuid',
  component: lazyRouteComponent(() => import('../screens/dashboard/embedded-screen.tsx'), 'EmbeddedScreen'),
});

/** The same by the dashboard's own id or slug, as older pages name it. */
const embeddedByKey = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/$key/embedded',
  component: lazyRouteComponent(() => import('../screens/dashboard/embedded-screen.tsx'), 'EmbeddedScreen'),
});

/** Everything behind the sign-in, inside the shell. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  notFoundComponent: NotFound,
  beforeLoad: ({ location }) => {
    if (bootstrap.user) return;
    if (bootstrap.first_run) throw redirect({ to: '/first-run' });
    throw redirect({ to: '/login', search: { next: location.href } });
  },
});

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/superset/welcome/' });
  },
});

const sqlLab = createRoute({
  getParentRoute: () => inside,
  path: '/sqllab',
  component: lazyRouteComponent(() => import('../screens/sql-lab/sql-lab-screen.tsx'), 'SqlLabScreen'),
});
/** One screen for both, which stays when the address of a link gives way to its own. */
const sqlLabIndex = createRoute({ getParentRoute: () => sqlLab, path: '/' });
const sqlLabLink = createRoute({ getParentRoute: () => sqlLab, path: '/p/$key' });

const screens = [
  createRoute({
    getParentRoute: () => inside,
    path: '/superset/welcome',
    component: lazyRouteComponent(() => import('../screens/home/home-screen.tsx'), 'HomeScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/dashboard/list',
    component: lazyRouteComponent(
      () => import('../screens/dashboards/dashboards-screen.tsx'),
      'DashboardsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/chart/list',
    component: lazyRouteComponent(() => import('../screens/charts/charts-screen.tsx'), 'ChartsScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/tablemodelview/list',
    component: lazyRouteComponent(() => import('../screens/datasets/datasets-screen.tsx'), 'DatasetsScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/explore',
    component: lazyRouteComponent(() => import('../screens/explore/explore-screen.tsx'), 'ExploreScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/superset/dashboard/$idOrSlug',
    loader: ({ params, location }) => {
      void import('../screens/dashboard/open-dashboard.ts').then(({ beginOpening }) =>
        beginOpening(params.idOrSlug, location.searchStr),
      );
    },
    component: lazyRouteComponent(
      () => import('../screens/dashboard/dashboard-screen.tsx'),
      'DashboardScreen',
    ),
  }),
  sqlLab.addChildren([sqlLabIndex, sqlLabLink]),
  createRoute({
    getParentRoute: () => inside,
    path: '/sqllab/history',
    component: lazyRouteComponent(
      () => import('../screens/query-history/query-history-screen.tsx'),
      'QueryHistoryScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/savedqueryview/list',
    component: lazyRouteComponent(
      () => import('../screens/saved-queries/saved-queries-screen.tsx'),
      'SavedQueriesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/chart/add',
    component: lazyRouteComponent(
      () => import('../screens/chart-add/chart-add-screen.tsx'),
      'ChartAddScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/csstemplatemodelview/list',
    component: lazyRouteComponent(
      () => import('../screens/css-templates/css-templates-screen.tsx'),
      'CssTemplatesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/rowlevelsecurity/list',
    component: lazyRouteComponent(
      () => import('../screens/row-rules/row-rules-screen.tsx'),
      'RowRulesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/users',
    component: lazyRouteComponent(() => import('../screens/people/users-screen.tsx'), 'UsersScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/roles',
    component: lazyRouteComponent(() => import('../screens/people/roles-screen.tsx'), 'RolesScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/registrations',
    component: lazyRouteComponent(
      () => import('../screens/people/registrations-screen.tsx'),
      'RegistrationsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/list_groups',
    component: lazyRouteComponent(() => import('../screens/people/groups-screen.tsx'), 'GroupsScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/actionlog/list',
    component: lazyRouteComponent(
      () => import('../screens/action-log/action-log-screen.tsx'),
      'ActionLogScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/annotationlayer/list',
    component: lazyRouteComponent(
      () => import('../screens/annotations/annotation-layers-screen.tsx'),
      'AnnotationLayersScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/annotationlayer/$layer/annotation',
    component: lazyRouteComponent(
      () => import('../screens/annotations/annotations-screen.tsx'),
      'AnnotationsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/theme/list',
    component: lazyRouteComponent(() => import('../screens/themes/themes-screen.tsx'), 'ThemesScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/superset/tags',
    component: lazyRouteComponent(() => import('../screens/tags/tags-screen.tsx'), 'TagsScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/superset/all_entities',
    component: lazyRouteComponent(() => import('../screens/tags/tag-screen.tsx'), 'TagScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/databaseview/list',
    component: lazyRouteComponent(
      () => import('../screens/databases/databases-screen.tsx'),
      'DatabasesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/user_info',
    component: lazyRouteComponent(() => import('../screens/account/account-screen.tsx'), 'AccountScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/dashboard/new',
    component: lazyRouteComponent(() => import('../screens/links/link-screens.tsx'), 'NewDashboardScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/superset/dashboard/p/$key',
    component: lazyRouteComponent(() => import('../screens/links/link-screens.tsx'), 'DashboardLinkScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/superset/explore/p/$key',
    component: lazyRouteComponent(() => import('../screens/links/link-screens.tsx'), 'ExploreLinkScreen'),
  }),
];

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    signIn,
    firstRun,
    newPassword,
    register,
    activation,
    embedded,
    embeddedByKey,
    inside.addChildren(screens),
  ]),
  trailingSlash: 'preserve',
  defaultPreload: 'intent',
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    );
    const text = new URLSearchParams(given).toString();
    return text ? `?${text}` : '';
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
