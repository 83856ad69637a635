/** A permission on a view, as roles hold it. */
type Right = readonly [permission: string, view: string];

/** Where the menu has a page. */
export interface MenuPlace {
  /** The group it stands in; without one it stands in the bar itself. */
  group?: 'SQL Lab' | 'Data' | 'Manage' | 'Security';
  /** View of the `menu_access` permission, where it is not called as the page is. */
  name?: string;
  /** Everybody who may open it sees it in the bar, whatever they hold of `menu_access`. */
  openly?: true;
  /** What it is called there, where that is not its title. */
  label?: string;
  /** There only where this is set. */
  setting?:
    | 'ALERT_REPORTS'
    | 'AUTH_USER_REGISTRATION'
    | 'DYNAMIC_PLUGINS'
    | 'FAB_ADD_SECURITY_API'
    | 'SUPERSET_LOG_VIEW';
  /** Beginnings of addresses under which an entry of the bar is marked (contract/ui.md A2). */
  under?: readonly string[];
}

/** A page of the application: the server's route, the menu, the router and the title are made of it. */
export interface Page {
  /** Its addresses, in which names after a colon stand for texts; the menu leads to the first. */
  paths: readonly [string, ...string[]];
  /** What it is called, until the name of the thing that it shows is known. */
  title: string;
  /** Who may open it: everybody, frames of other sites, who has signed in, or who holds one of these rights. */
  opens: 'everybody' | 'frames' | 'signed-in' | readonly [Right, ...Right[]];
  menu?: MenuPlace;
  /** Modules whose code it needs at once, by the ends of their source paths. */
  preload?: readonly string[];
}

const DRAWING = ['charts/src/echarts-parts/base.ts', 'chart/echarts-canvas.ts'] as const;

/** A line chart and a table lie in one file with the other types that most dashboards have. */
const COMMON_CHARTS = ['types/timeseries-line/index.ts', 'types/table/view.tsx'] as const;

const pages = {
  home: {
    paths: ['/superset/welcome/'],
    title: 'Home',
    opens: 'signed-in',
    preload: ['home/home-screen.tsx'],
  },
  dashboards: {
    paths: ['/dashboard/list/'],
    title: 'Dashboards',
    opens: [['can_read', 'Dashboard']],
    menu: { openly: true, under: ['/dashboard', '/superset/dashboard'] },
    preload: ['dashboards/dashboards-screen.tsx'],
  },
  dashboard: {
    paths: ['/superset/dashboard/:idOrSlug/'],
    title: 'Dashboard',
    opens: [['can_read', 'Dashboard']],
    preload: ['dashboard/dashboard-screen.tsx', 'dashboard/open-dashboard.ts', ...DRAWING, ...COMMON_CHARTS],
  },
  newDashboard: {
    paths: ['/dashboard/new/'],
    title: 'New dashboard',
    opens: [['can_write', 'Dashboard']],
  },
  embedded: {
    // By the dashboard's own id or slug too, as older pages name it.
    paths: ['/embedded/:uuid', '/dashboard/:key/embedded'],
    title: 'Dashboard',
    opens: 'frames',
  },
  embeddedQuery: {
    paths: ['/embedded/query/:key/'],
    title: 'Query result',
    opens: 'frames',
  },
  charts: {
    paths: ['/chart/list/'],
    title: 'Charts',
    opens: [['can_read', 'Chart']],
    menu: { openly: true, under: ['/chart', '/explore'] },
    preload: ['charts/charts-screen.tsx'],
  },
  newChart: { paths: ['/chart/add'], title: 'New chart', opens: [['can_write', 'Chart']] },
  explore: {
    paths: ['/explore/'],
    title: 'Explore',
    opens: [['can_read', 'Explore']],
    preload: ['explore/explore-screen.tsx', ...DRAWING],
  },
  newDataset: { paths: ['/dataset/add/'], title: 'New dataset', opens: [['can_write', 'Dataset']] },
  dataset: { paths: ['/dataset/:id'], title: 'Dataset', opens: [['can_read', 'Dataset']] },
  datasets: {
    paths: ['/tablemodelview/list/'],
    title: 'Datasets',
    opens: [['can_read', 'Dataset']],
    menu: { openly: true, under: ['/tablemodelview', '/dataset'] },
    preload: ['datasets/datasets-screen.tsx'],
  },
  sqlLab: {
    paths: ['/sqllab/', '/sqllab/p/:key/'],
    title: 'SQL Lab',
    opens: [
      ['can_sqllab', 'Superset'],
      ['menu_access', 'SQL Lab'],
    ],
    menu: { group: 'SQL Lab', name: 'SQL Editor', openly: true },
    preload: ['sql-lab/sql-lab-screen.tsx', 'ui/src/code-editor-view.tsx'],
  },
  savedQueries: {
    paths: ['/savedqueryview/list/'],
    title: 'Saved Queries',
    opens: [['can_read', 'SavedQuery']],
    menu: { group: 'SQL Lab' },
    preload: ['saved-queries/saved-queries-screen.tsx'],
  },
  queryHistory: {
    paths: ['/sqllab/history/'],
    title: 'Query History',
    opens: [['can_read', 'Query']],
    menu: { group: 'SQL Lab', name: 'Query Search' },
    preload: ['query-history/query-history-screen.tsx'],
  },
  databases: {
    paths: ['/databaseview/list/'],
    title: 'Database Connections',
    opens: [['can_read', 'Database']],
    menu: { group: 'Data', name: 'Databases' },
  },
  cssTemplates: {
    paths: ['/csstemplatemodelview/list/'],
    title: 'CSS Templates',
    opens: [['can_read', 'CssTemplate']],
    menu: { group: 'Manage' },
  },
  themes: {
    paths: ['/theme/list/'],
    title: 'Themes',
    opens: [['can_read', 'Theme']],
    menu: { group: 'Manage' },
  },
  plugins: {
    paths: ['/dynamic-plugins/list/'],
    title: 'Plugins',
    opens: [['can_list', 'DynamicPlugin']],
    menu: { group: 'Manage', setting: 'DYNAMIC_PLUGINS' },
  },
  alerts: {
    paths: ['/alert/list/'],
    title: 'Alerts',
    opens: [['can_read', 'ReportSchedule']],
    menu: { group: 'Manage', name: 'Alerts & Report', label: 'Alerts & Reports', setting: 'ALERT_REPORTS' },
  },
  reports: { paths: ['/report/list/'], title: 'Reports', opens: [['can_read', 'ReportSchedule']] },
  alertLog: {
    paths: ['/alert/:report/log/', '/report/:report/log/'],
    title: 'Execution log',
    opens: [['can_read', 'ReportSchedule']],
  },
  annotationLayers: {
    paths: ['/annotationlayer/list/'],
    title: 'Annotation Layers',
    opens: [['can_read', 'Annotation']],
    menu: { group: 'Manage' },
  },
  annotations: {
    paths: ['/annotationlayer/:layer/annotation/'],
    title: 'Annotations',
    opens: [['can_read', 'Annotation']],
  },
  tags: {
    paths: ['/superset/tags/'],
    title: 'Tags',
    opens: [['can_read', 'Tag']],
    menu: { group: 'Manage' },
  },
  tag: { paths: ['/superset/all_entities/'], title: 'Tag', opens: [['can_read', 'Tag']] },
  trash: {
    paths: ['/trash/'],
    title: 'Trash',
    opens: [
      ['can_write', 'Dashboard'],
      ['can_write', 'Chart'],
      ['can_write', 'Dataset'],
      ['can_write', 'SavedQuery'],
    ],
    menu: { group: 'Manage', openly: true },
  },
  users: {
    paths: ['/users/'],
    title: 'List Users',
    opens: [['can_get', 'User']],
    menu: { group: 'Security', setting: 'FAB_ADD_SECURITY_API' },
  },
  roles: {
    paths: ['/roles/'],
    title: 'List Roles',
    opens: [['can_get', 'Role']],
    menu: { group: 'Security', setting: 'FAB_ADD_SECURITY_API' },
  },
  groups: {
    paths: ['/list_groups/'],
    title: 'List Groups',
    opens: [['can_get', 'Group']],
    menu: { group: 'Security', setting: 'FAB_ADD_SECURITY_API' },
  },
  registrations: {
    paths: ['/registrations/'],
    title: 'User Registrations',
    opens: [['can_list', 'UserRegistrationsRestAPI']],
    menu: { group: 'Security', setting: 'AUTH_USER_REGISTRATION' },
  },
  rowRules: {
    paths: ['/rowlevelsecurity/list/'],
    title: 'Row Level Security',
    opens: [['can_read', 'Row Level Security']],
    menu: { group: 'Security' },
  },
  actionLog: {
    paths: ['/actionlog/list'],
    title: 'Action Log',
    opens: [['can_read', 'Log']],
    menu: { group: 'Security', setting: 'SUPERSET_LOG_VIEW' },
  },
  account: { paths: ['/user_info/'], title: 'User info', opens: 'signed-in' },
  login: {
    paths: ['/login/'],
    title: 'Sign in',
    opens: 'everybody',
    preload: ['sign-in/login-screen.tsx'],
  },
  firstRun: { paths: ['/first-run'], title: 'Welcome', opens: 'everybody' },
  newPassword: { paths: ['/new-password'], title: 'Set a new password', opens: 'everybody' },
  register: { paths: ['/register'], title: 'Register', opens: 'everybody' },
  activation: {
    paths: ['/register/activation/:hash'],
    title: 'Confirm your account',
    opens: 'everybody',
  },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** Every page; the menu has them in this order. */
export const PAGES: Readonly<Record<PageName, Page>> = pages;
