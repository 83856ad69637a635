import { FORWARDS, needsSignIn, PAGES, type PageName } from '@chartroom/model';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  redirect,
  useRouterState,
} from '@tanstack/react-router';
import { bootstrap, mayOpenPage } from '../base/bootstrap.ts';
import { usePageTitle } from '../base/title.ts';
import { ClosedPage } from './closed-page.tsx';
import { NotFound } from './not-found.tsx';
import { SCREENS } from './screens.ts';
import { Shell } from './shell.tsx';

/** Search parameters stay the texts that they are in the address; screens read what they know. */
type Search = Record<string, string | undefined>;
const asTexts = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
  );

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, validateSearch: asTexts });

function Root() {
  usePageTitle(useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname }));
  return <Outlet />;
}

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

/** What begins before the code of a screen is there. */
const BEGINNINGS: Partial<Record<PageName, (params: { idOrSlug?: string }, search: string) => void>> = {
  dashboard: ({ idOrSlug = '' }, search) =>
    void import('../screens/dashboard/open-dashboard.ts').then(({ beginOpening }) =>
      beginOpening(idOrSlug, search),
    ),
};

/** The routes of a page; where several addresses lead to it, one screen stays for them all. */
function routesOf(name: PageName): AnyRoute {
  const page = PAGES[name];
  const getParentRoute = () => (needsSignIn(page) ? inside : root);
  const component: RouteComponent = mayOpenPage(name) ? SCREENS[name] : () => <ClosedPage page={page} />;
  const [first, ...others] = page.paths;
  if (others.length === 0)
    return createRoute({
      getParentRoute,
      path: pathOf(first),
      component,
      loader: ({ params, location }) => BEGINNINGS[name]?.(params, location.searchStr),
    });
  const screen = createRoute({ getParentRoute, id: name, component });
  return screen.addChildren(
    page.paths.map((path) => createRoute({ getParentRoute: () => screen, path: pathOf(path) })),
  );
}

/** An address as the router writes it. */
function pathOf(path: string): string {
  return path.replaceAll(':', '$').replace(/(.)\/$/, '$1');
}

/** Only the server knows where links and old addresses lead. */
const forwards = Object.values(FORWARDS).flatMap(({ paths }) =>
  paths.map((path) =>
    createRoute({
      getParentRoute: () => inside,
      path: pathOf(path),
      beforeLoad: ({ location }) => {
        throw redirect({ href: location.href, reloadDocument: true });
      },
    }),
  ),
);
const names = Object.keys(SCREENS).filter((name): name is PageName => name in PAGES);
const isInside = (name: PageName) => needsSignIn(PAGES[name]);

export const router = createRouter({
  routeTree: root.addChildren([
    ...names.filter((name) => !isInside(name)).map(routesOf),
    inside.addChildren([...names.filter(isInside).map(routesOf), ...forwards]),
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
