import { mayOpen, PAGES, type PageFacts, type PageName } from '@chartroom/model';

const EMPTY: PageFacts = {
  user: null,
  csrf_token: '',
  first_run: false,
  version: '',
  conf: {},
  sign_in: { password: true, providers: [] },
  themes: { default: null, dark: null },
  plugins: [],
  formats: { language: 'en', languages: [], currencies: [] },
  base_maps: [],
  schedule_form: null,
};

/** Read once from the page; a page without it (development server) counts as signed out. */
export const bootstrap: PageFacts = readBootstrap();

/** Whether the person looking holds a permission on a view (contract's names, e.g. `can_write`, `Chart`). */
export function may(permission: string, view: string): boolean {
  const roles = bootstrap.user?.roles ?? {};
  return Object.values(roles).some((pairs) =>
    pairs.some(([name, target]) => name === permission && target === view),
  );
}

/** Whether people may ask for accounts here themselves. */
export const registrationOpen =
  bootstrap.conf.AUTH_TYPE === 'db' && bootstrap.conf.AUTH_USER_REGISTRATION === true;

/** Whether the person looking may open a page. */
export function mayOpenPage(name: PageName): boolean {
  return mayOpen(PAGES[name], may);
}

/** Whether the person looking is an administrator. */
export function isAdmin(): boolean {
  return Object.keys(bootstrap.user?.roles ?? {}).some((role) => role.toLowerCase() === 'admin');
}

/** The nonce under which this page may add style elements. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}

function readBootstrap(): PageFacts {
  const text = document.getElementById('bootstrap')?.textContent;
  if (!text) return EMPTY;
  const given: Partial<PageFacts> = JSON.parse(text);
  return { ...EMPTY, ...given };
}
