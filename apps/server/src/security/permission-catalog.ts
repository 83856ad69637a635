/** A permission on a view, written `permission view` (contract/api.md §3.2). */
export type Pair = `${string} ${string}`;

/** Built-in roles by letter. */
const ROLE_LETTERS = { A: 'Admin', L: 'Alpha', G: 'Gamma', S: 'sql_lab' } as const;
export const BUILT_IN_ROLES = [...Object.values(ROLE_LETTERS), 'Public'] as const;
export const ADMIN_ROLE = 'Admin';
export const PUBLIC_ROLE = 'Public';

/** Verbs whose name is not `can_<verb>`. */
const BARE_VERBS = new Set([
  'menu_access',
  'all_database_access',
  'all_datasource_access',
  'all_query_access',
  'resetmypassword',
]);

/**
 * The table of contract/api.md §3.2, one line per group of views: `views: verbs -> roles ; verbs -> roles`. `A` holds
 * everything, whether written or not. Two of the installation's own stand at the end.
 */
const TABLE = `
Action Log, Charts, Dashboards, Data, Databases, Datasets, Home, Plugins, Themes: menu_access -> ALG
AdvancedDataType, AvailableDomains, EmbeddedDashboard, Explore, RowLevelSecurity, security, user: read -> ALG
Alerts & Report, Annotation Layers, CSS Templates, Manage: menu_access -> AL
all_database_access: all_database_access -> AL
all_datasource_access: all_datasource_access -> AL
all_query_access: all_query_access -> A
Annotation, CssTemplate, ReportSchedule: read, write -> AL
Api: query, query_form_data, time_range -> ALG
AsyncEventsRestApi: list -> ALG
CacheRestApi: invalidate -> ALG
Chart: export, read, tag, write -> ALG ; warm_up_cache -> A
Dashboard: cache_dashboard_screenshot, drill, export, read, tag, view_chart_as_table, view_query, write -> ALG ; set_embedded, get_embedded, delete_embedded -> A
DashboardFilterStateRestApi, DashboardPermalinkRestApi, ExploreFormDataRestApi, ExplorePermalinkRestApi: read, write -> ALG
Database: export, write -> A ; read -> ALGS ; upload -> AL
Dataset: duplicate, export, get_or_create_dataset, write -> AL ; get_drill_info, read -> ALG ; warm_up_cache -> A
Datasource: external_metadata, external_metadata_by_name, get -> ALG ; get_column_values, samples, save -> AL
DynamicPlugin: add, download, edit, write -> A ; list, show -> ALG
Group, PermissionViewMenu, User, ViewMenu: delete, get, info, post, put -> A
ImportExportRestApi: export, import_ -> AL
List Groups, List Roles, List Users, Security, User Registrations: menu_access -> A
Log: read, write -> A ; recent_activity -> ALG
MenuApi, OpenApi: get -> ALG
Permission: get, info -> A
Query: read -> AS
Query Search, Saved Queries, SQL Editor, SQL Lab: menu_access -> AS
Role: add_role_permissions, delete, get, info, list_role_permissions, post, put, update_role_groups, update_role_users -> A
RoleRestAPI: list_roles -> A
Row Level Security: read, write, menu_access -> A
SavedQuery: export, read, write -> AS ; list -> ALG
SecurityRestApi: grant_guest_token -> A ; read -> ALG
SQLLab: estimate_query_cost -> ALG ; execute_sql_query, export_csv, get_results, read -> AS
SqlLabPermalinkRestApi: read, write -> AS
Superset: csv -> ALGS ; dashboard, dashboard_permalink, explore, explore_json, fetch_datasource_metadata, language_pack, log, share_chart, share_dashboard, slice -> ALG ; sqllab, sqllab_history -> AS ; warm_up_cache -> A
SwaggerView: show -> ALG
TableSchemaView: delete, expanded, post -> AS
TabStateView: activate, delete, delete_query, get, migrate_query, post, put -> AS
Tag: bulk_create, read, write -> ALG
Tags: list, menu_access -> ALG
TagView: tags -> ALG
Theme: export, read, write -> ALG
UserDBModelView: userinfo, resetmypassword -> ALG
UserRegistrationsRestAPI: add, delete, edit, list, show -> ALG
Examples: read -> ALG ; write -> A
File: write -> AL
`;

/** Every pair of the installation with the built-in roles that hold it. */
export const PERMISSION_CATALOG: ReadonlyMap<Pair, ReadonlySet<string>> = readTable(TABLE);

function readTable(table: string): Map<Pair, ReadonlySet<string>> {
  const catalog = new Map<Pair, ReadonlySet<string>>();
  for (const line of table.trim().split('\n')) {
    const [views = '', groups = ''] = line.split(': ');
    for (const group of groups.split(' ; ')) {
      const [verbs = '', letters = ''] = group.split(' -> ');
      const roles = new Set<string>(
        Object.entries(ROLE_LETTERS).flatMap(([letter, role]) => (letters.includes(letter) ? [role] : [])),
      );
      for (const view of views.split(', ')) {
        for (const verb of verbs.split(', '))
          catalog.set(`${BARE_VERBS.has(verb) ? verb : `can_${verb}`} ${view}`, roles);
      }
    }
  }
  return catalog;
}
