import { describe, expect, test } from 'vitest';
import { type MenuPart, mayOpen, menuOf, needsSignIn, pageAt, windowTitle } from './find-page.ts';
import { FORWARDS, forwardTarget } from './forwards.ts';
import { PAGES } from './pages.ts';

describe('the list of pages', () => {
  test('finds the page at an address, what is named before what may be anything', () => {
    expect(pageAt('/superset/dashboard/films/')).toBe(PAGES.dashboard);
    expect(pageAt('/superset/dashboard/films')).toBe(PAGES.dashboard);
    expect(pageAt('/sqllab/history/')).toBe(PAGES.queryHistory);
    expect(pageAt('/sqllab/p/abc/')).toBe(PAGES.sqlLab);
    expect(pageAt('/dashboard/films/embedded')).toBe(PAGES.embedded);
    for (const path of ['/superset/dashboard//', '/superset/dashboard/a/b/', '/nowhere/', '/', ''])
      expect(pageAt(path)).toBeUndefined();
  });

  test('no two pages or forwards have an address in common', () => {
    const all = [...Object.values(PAGES), ...Object.values(FORWARDS)].flatMap(({ paths }) =>
      paths.map((path) => path.replace(/\/$/, '').replaceAll(/:\w+/g, ':')),
    );
    expect(all.filter((path, at) => all.indexOf(path) !== at)).toEqual([]);
  });

  test('every page has a title that tells it from the others in the menu', () => {
    expect(windowTitle(PAGES.charts.title)).toBe('Charts · Chartroom');
    const titles = Object.values(PAGES).flatMap((page) => (page.menu ? [page.title] : []));
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('opens to who holds one of its rights', () => {
    const holding =
      (...held: string[]) =>
      (permission: string, view: string) =>
        held.includes(`${permission} ${view}`);
    expect(mayOpen(PAGES.home, holding())).toBe(true);
    expect(mayOpen(PAGES.login, holding())).toBe(true);
    expect([PAGES.home, PAGES.roles, PAGES.login, PAGES.embedded].map(needsSignIn)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(mayOpen(PAGES.sqlLab, holding())).toBe(false);
    expect(mayOpen(PAGES.sqlLab, holding('can_sqllab Superset'))).toBe(true);
    expect(mayOpen(PAGES.sqlLab, holding('menu_access SQL Lab'))).toBe(true);
  });
});

describe('the menu', () => {
  const outline = (parts: MenuPart[]) =>
    parts.map(({ label, childs }) => [label, ...childs.map((child) => child.label)].join(' > '));

  test('has its entries in the order of the contract', () => {
    expect(outline(menuOf(() => true))).toEqual([
      'Dashboards',
      'Charts',
      'Datasets',
      'SQL > SQL Lab > Saved Queries > Query History',
      'Data > Database Connections',
      'Manage > CSS Templates > Themes > Plugins > Alerts & Reports > Annotation Layers > Tags > Trash',
      'Security > List Users > List Roles > List Groups > User Registrations > Row Level Security > Action Log',
    ]);
  });

  test('leaves out what is not shown, and groups of which nothing is left', () => {
    const shown = ['Dashboards', 'Query Search', 'Tags'];
    expect(menuOf((_page, _place, name) => shown.includes(name))).toMatchObject([
      { name: 'Dashboards', url: '/dashboard/list/', childs: [] },
      { name: 'SQL Lab', label: 'SQL', childs: [{ name: 'Query Search', label: 'Query History' }] },
      { name: 'Manage', childs: [{ name: 'Tags', label: 'Tags', url: '/superset/tags/' }] },
    ]);
  });
});

describe('forwards', () => {
  test('take along what they name and the query that they come with', () => {
    const to = '/explore/?slice_id=:id';
    expect(forwardTarget(to, { id: '3' }, [['standalone', '1']])).toBe('/explore/?slice_id=3&standalone=1');
    expect(forwardTarget(to, { id: 'three' }, [])).toBeUndefined();
    expect(forwardTarget('/explore/?permalink_key=:key', { key: 'a&b' }, [])).toBe(
      '/explore/?permalink_key=a%26b',
    );
    expect(forwardTarget('/sqllab/', {}, [])).toBe('/sqllab/');
  });

  test('end on a page', () => {
    for (const { to } of Object.values(FORWARDS))
      if (to !== undefined) expect(pageAt(to.split('?')[0] ?? ''), to).toBeDefined();
  });
});
