import { chartUrl, datasetUrl } from './thing-urls.ts';

/** An address that leads on to a page. */
export interface Forward {
  /** Names after a colon stand for texts, and `:id` for a number. */
  paths: readonly [string, ...string[]];
  /** Where it leads, with the same names, and with the query that it comes with; without it the server has to look. */
  to?: string;
}

const forwards = {
  root: { paths: ['/'], to: '/superset/welcome/' },
  chart: { paths: ['/superset/slice/:id/', '/chart/edit/:id'], to: chartUrl(':id') },
  dataset: { paths: ['/tablemodelview/edit/:id'], to: datasetUrl(':id') },
  exploreLink: { paths: ['/superset/explore/p/:key/'], to: '/explore/?permalink_key=:key' },
  queryHistory: { paths: ['/superset/sqllab/history/'], to: '/sqllab/history/' },
  sqlLab: { paths: ['/superset/sqllab/'], to: '/sqllab/' },
  dashboardLink: { paths: ['/superset/dashboard/p/:key/'] },
  oldExplore: { paths: ['/superset/explore/', '/superset/explore/:type/:id/'] },
} as const satisfies Record<string, Forward>;

type Forwards = typeof forwards;
export type ForwardName = keyof Forwards;
/** Forwards of which the server has to look up where they lead. */
export type SoughtForward = {
  [Name in ForwardName]: Forwards[Name] extends { to: string } ? never : Name;
}[ForwardName];

/** Addresses of former days, and links, that lead on to pages (contract/api.md §2.19). */
export const FORWARDS: Readonly<Record<ForwardName, Forward>> = forwards;

/** Where a forward leads with the texts of an address and its query; undefined where they name nothing. */
export function forwardTarget(
  to: string,
  params: Readonly<Record<string, string>>,
  query: Iterable<[string, string]>,
): string | undefined {
  if (params.id !== undefined && !/^\d+$/.test(params.id)) return undefined;
  const [path = '', given] = to.split('?');
  const search = new URLSearchParams(given);
  for (const [name, value] of search)
    if (value.startsWith(':')) search.set(name, params[value.slice(1)] ?? '');
  for (const [name, value] of query) search.set(name, value);
  return search.size > 0 ? `${path}?${search}` : path;
}
