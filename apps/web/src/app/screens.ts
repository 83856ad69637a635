import type { PageName } from '@chartroom/model';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

/** What was loaded, in a task of its own: to take up large files and to show what is in them takes long together. */
function apart<Loaded>(loaded: Promise<Loaded>): Promise<Loaded> {
  return loaded.then((value) => new Promise((resolve) => setTimeout(resolve, 0, value)));
}

/** The screen of every page, loaded when it is first shown. */
export const SCREENS: Readonly<Record<PageName, RouteComponent>> = {
  home: lazyRouteComponent(() => import('../screens/home/home-screen.tsx'), 'HomeScreen'),
  dashboards: lazyRouteComponent(
    () => import('../screens/dashboards/dashboards-screen.tsx'),
    'DashboardsScreen',
  ),
  dashboard: lazyRouteComponent(
    () => apart(import('../screens/dashboard/dashboard-screen.tsx')),
    'DashboardScreen',
  ),
  newDashboard: lazyRouteComponent(
    () => import('../screens/dashboards/new-dashboard-screen.tsx'),
    'NewDashboardScreen',
  ),
  embedded: lazyRouteComponent(
    () => apart(import('../screens/dashboard/embedded-screen.tsx')),
    'EmbeddedScreen',
  ),
  embeddedQuery: lazyRouteComponent(
    () => import('../screens/sql-lab/embedded/embedded-query-screen.tsx'),
    'EmbeddedQueryScreen',
  ),
  charts: lazyRouteComponent(() => import('../screens/charts/charts-screen.tsx'), 'ChartsScreen'),
  newChart: lazyRouteComponent(() => import('../screens/chart-add/chart-add-screen.tsx'), 'ChartAddScreen'),
  explore: lazyRouteComponent(() => apart(import('../screens/explore/explore-screen.tsx')), 'ExploreScreen'),
  newDataset: lazyRouteComponent(
    () => import('../screens/dataset-add/dataset-add-screen.tsx'),
    'DatasetAddScreen',
  ),
  dataset: lazyRouteComponent(() => import('../screens/dataset/dataset-screen.tsx'), 'DatasetScreen'),
  datasets: lazyRouteComponent(() => import('../screens/datasets/datasets-screen.tsx'), 'DatasetsScreen'),
  sqlLab: lazyRouteComponent(() => apart(import('../screens/sql-lab/sql-lab-screen.tsx')), 'SqlLabScreen'),
  savedQueries: lazyRouteComponent(
    () => import('../screens/saved-queries/saved-queries-screen.tsx'),
    'SavedQueriesScreen',
  ),
  queryHistory: lazyRouteComponent(
    () => import('../screens/query-history/query-history-screen.tsx'),
    'QueryHistoryScreen',
  ),
  databases: lazyRouteComponent(() => import('../screens/databases/databases-screen.tsx'), 'DatabasesScreen'),
  cssTemplates: lazyRouteComponent(
    () => import('../screens/css-templates/css-templates-screen.tsx'),
    'CssTemplatesScreen',
  ),
  themes: lazyRouteComponent(() => import('../screens/themes/themes-screen.tsx'), 'ThemesScreen'),
  plugins: lazyRouteComponent(() => import('../screens/plugins/plugins-screen.tsx'), 'PluginsScreen'),
  annotationLayers: lazyRouteComponent(
    () => import('../screens/annotations/annotation-layers-screen.tsx'),
    'AnnotationLayersScreen',
  ),
  annotations: lazyRouteComponent(
    () => import('../screens/annotations/annotations-screen.tsx'),
    'AnnotationsScreen',
  ),
  alerts: lazyRouteComponent(() => import('../screens/reports/reports-screen.tsx'), 'AlertsScreen'),
  reports: lazyRouteComponent(() => import('../screens/reports/reports-screen.tsx'), 'ReportsScreen'),
  alertLog: lazyRouteComponent(() => import('../screens/reports/run-log-screen.tsx'), 'RunLogScreen'),
  tags: lazyRouteComponent(() => import('../screens/tags/tags-screen.tsx'), 'TagsScreen'),
  tag: lazyRouteComponent(() => import('../screens/tags/tag-screen.tsx'), 'TagScreen'),
  trash: lazyRouteComponent(() => import('../screens/trash/trash-screen.tsx'), 'TrashScreen'),
  users: lazyRouteComponent(() => import('../screens/people/users-screen.tsx'), 'UsersScreen'),
  roles: lazyRouteComponent(() => import('../screens/people/roles-screen.tsx'), 'RolesScreen'),
  groups: lazyRouteComponent(() => import('../screens/people/groups-screen.tsx'), 'GroupsScreen'),
  registrations: lazyRouteComponent(
    () => import('../screens/people/registrations-screen.tsx'),
    'RegistrationsScreen',
  ),
  rowRules: lazyRouteComponent(() => import('../screens/row-rules/row-rules-screen.tsx'), 'RowRulesScreen'),
  actionLog: lazyRouteComponent(
    () => import('../screens/action-log/action-log-screen.tsx'),
    'ActionLogScreen',
  ),
  account: lazyRouteComponent(() => import('../screens/account/account-screen.tsx'), 'AccountScreen'),
  login: lazyRouteComponent(() => import('../screens/sign-in/login-screen.tsx'), 'LoginScreen'),
  firstRun: lazyRouteComponent(() => import('../screens/sign-in/first-run-screen.tsx'), 'FirstRunScreen'),
  newPassword: lazyRouteComponent(
    () => import('../screens/sign-in/new-password-screen.tsx'),
    'NewPasswordScreen',
  ),
  register: lazyRouteComponent(() => import('../screens/sign-in/register-screen.tsx'), 'RegisterScreen'),
  activation: lazyRouteComponent(
    () => import('../screens/sign-in/activation-screen.tsx'),
    'ActivationScreen',
  ),
};
