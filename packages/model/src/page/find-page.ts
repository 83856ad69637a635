import { type MenuPlace, PAGES, type Page } from './pages.ts';

/** What says whether somebody holds a permission on a view. */
export type May = (permission: string, view: string) => boolean;

/** Whether a page is for those alone who have signed in. */
export function needsSignIn({ opens }: Page): boolean {
  return opens !== 'everybody' && opens !== 'frames';
}

/** Whether somebody who has signed in may open a page. */
export function mayOpen({ opens }: Page, may: May): boolean {
  return typeof opens === 'string' || opens.some(([permission, view]) => may(permission, view));
}

/** The page at the path of an address, with or without a slash at its end. */
export function pageAt(pathname: string): Page | undefined {
  // What only one address can mean goes before what stands for many.
  const fitting = Object.values(PAGES).flatMap((page) =>
    page.paths.filter((path) => fits(path, pathname)).map((path) => ({ page, open: path.split(':').length })),
  );
  return fitting.sort((a, b) => a.open - b.open)[0]?.page;
}

/** What is called the page of an address at which there is none. */
export const NO_PAGE = 'Page not found';

/** The title of a window that shows a page or a thing. */
export function windowTitle(name: string): string {
  return `${name} · Chartroom`;
}

/** An entry of the menu: a page, or a group of pages. */
export interface MenuPart {
  name: string;
  label: string;
  url: string;
  /** Pages of a group, which has no address of its own. */
  childs: readonly Omit<MenuPart, 'childs' | 'under'>[];
  under: readonly string[];
}
type Group = NonNullable<MenuPlace['group']>;

/** Groups in their order; the settings menu holds all but the first. */
const GROUPS: readonly { name: Group; label: string; under: readonly string[] }[] = [
  { name: 'SQL Lab', label: 'SQL', under: ['/sqllab', '/savedqueryview'] },
  { name: 'Data', label: 'Data', under: [] },
  { name: 'Manage', label: 'Manage', under: [] },
  { name: 'Security', label: 'Security', under: [] },
];

/** The menu of the pages that `shows` lets in, in its order (contract/api.md §2.15): pages, then groups that have some. */
export function menuOf(shows: (page: Page, place: MenuPlace, name: string) => boolean): MenuPart[] {
  const shown = Object.values(PAGES).flatMap((page) => {
    const name = page.menu?.name ?? page.title;
    if (!page.menu || !shows(page, page.menu, name)) return [];
    const { group, under = [] } = page.menu;
    return [{ group, under, item: { name, label: page.menu.label ?? page.title, url: page.paths[0] } }];
  });
  return [
    ...shown.flatMap(({ group, under, item }) => (group ? [] : [{ ...item, under, childs: [] }])),
    ...GROUPS.flatMap((group) => {
      const childs = shown.flatMap((each) => (each.group === group.name ? [each.item] : []));
      return childs.length > 0 ? [{ ...group, url: '', childs }] : [];
    }),
  ];
}

function fits(pattern: string, pathname: string): boolean {
  const [parts, given] = [pattern, pathname].map((path) => path.replace(/\/$/, '').split('/'));
  return (
    parts !== undefined &&
    parts.length === given?.length &&
    parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
