import { isJsonObject } from '../json.ts';
import { risonOf } from '../rison.ts';
import { PAGES, type Page } from './pages.ts';

/** Rows on a page of a list. */
export const LIST_PAGE_SIZE = 25;

/** How the lists of charts, dashboards and datasets stand at first. */
export const NEWEST_FIRST = { sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' } as const;

/** Parameters of the address that Explore hands to the server as they are. */
const EXPLORED = [
  'slice_id',
  'datasource_id',
  'datasource_type',
  'datasource',
  'form_data_key',
  'permalink_key',
  'viz_type',
  'dashboard_id',
  'form_data',
];

/** The address of a call; parameters without a value are left out. */
export function callAddress(
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

/** What Explore asks with at first, by the parameters of its address. */
export function exploreQuery(search: URLSearchParams): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of EXPLORED) {
    const value = search.get(name);
    if (value !== null) query[name] = value;
  }
  const datasource = /^(\d+)__(\w+)$/.exec(query.datasource ?? '');
  if (!datasource) return query;
  const { datasource: _, ...others } = query;
  return { ...others, datasource_id: datasource[1] ?? '', datasource_type: datasource[2] ?? '' };
}

type FirstCalls = (params: Readonly<Record<string, string>>, search: URLSearchParams) => string[];

const CALLS: ReadonlyMap<Page, FirstCalls> = new Map([
  [PAGES.dashboard, dashboardCalls],
  [PAGES.explore, (_, search) => [callAddress('/api/v1/explore/', exploreQuery(search))]],
  [
    PAGES.sqlLab,
    () => ['/api/v1/sqllab/', callAddress('/api/v1/database/', { q: risonOf({ page_size: 1000 }) })],
  ],
  [PAGES.charts, (_, search) => firstPage('chart', search)],
  [PAGES.dashboards, (_, search) => firstPage('dashboard', search)],
  [PAGES.datasets, (_, search) => firstPage('dataset', search)],
]);

function dashboardCalls(
  { idOrSlug = '' }: Readonly<Record<string, string>>,
  search: URLSearchParams,
): string[] {
  const path = `/api/v1/dashboard/${encodeURIComponent(idOrSlug)}`;
  // What a link says of filters is asked of elsewhere, and instead of what the person has left.
  const isSaid = ['permalink_key', 'native_filters_key', 'native_filters'].some((name) => search.has(name));
  return [
    path,
    `${path}/charts`,
    callAddress(`${path}/datasets`, { whole: true }),
    ...(isSaid ? [] : [`${path}/views/`]),
  ];
}

/** A list as it stands when nothing has been chosen in it. */
function firstPage(resource: string, search: URLSearchParams): string[] {
  if (search.size > 0) return [];
  const question = {
    filters: [],
    order_column: NEWEST_FIRST.sortColumn,
    order_direction: NEWEST_FIRST.sortOrder,
    page: 0,
    page_size: LIST_PAGE_SIZE,
  };
  return [callAddress(`/api/v1/${resource}/`, { q: risonOf(question) })];
}

/**
 * The calls (GET) that a page makes at once, whatever their answers say: the server lets the page bring these along.
 *
 * @param params - what stands in the page's path, decoded
 */
export function firstCalls(
  page: Page,
  params: Readonly<Record<string, string>>,
  search: URLSearchParams,
): readonly string[] {
  return CALLS.get(page)?.(params, search) ?? [];
}

/** What an answer says that further calls are made of, by the page that has asked. */
const BEHIND: ReadonlyMap<Page, (address: string, answer: Record<string, unknown>) => string[]> = new Map([
  [PAGES.charts, (_, { ids }) => favoritesOf('chart', ids)],
  [PAGES.dashboards, (_, { ids }) => favoritesOf('dashboard', ids)],
  [
    PAGES.dashboard,
    (address, { result }) =>
      /^\/api\/v1\/dashboard\/[^/]+$/.test(address) ? favoritesOf('dashboard', [memberOf(result, 'id')]) : [],
  ],
  [PAGES.explore, (_, { result }) => favoritesOf('chart', [memberOf(memberOf(result, 'slice'), 'slice_id')])],
  [
    PAGES.sqlLab,
    (_, { result }) => {
      const database = memberOf(memberOf(result, 'active_tab'), 'database_id');
      return typeof database === 'number' ? [`/api/v1/database/${database}/function_names/`] : [];
    },
  ],
]);

/** The call that tells which of these things the person has starred. */
function favoritesOf(kind: 'chart' | 'dashboard', ids: unknown): string[] {
  const known = Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [];
  return known.length === 0 ? [] : [callAddress(`/api/v1/${kind}/favorite_status/`, { q: risonOf(known) })];
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

/** The calls that a page makes as soon as it has an answer, and that the answer alone tells. */
export function callsBehind(page: Page, address: string, answer: unknown): readonly string[] {
  return isJsonObject(answer) ? (BEHIND.get(page)?.(address, answer) ?? []) : [];
}
