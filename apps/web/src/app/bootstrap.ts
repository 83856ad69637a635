/** What the server tells every page before any request: who looks, what may be done, and the limits. */
export interface Bootstrap {
  user: BootstrapUser | null;
  csrf_token: string;
  /** Nobody has signed up yet: the first-run page is open. */
  first_run: boolean;
  version: string;
  conf: Record<string, string | number | boolean | string[] | null>;
  /** Ways to sign in: by a password, and by identity providers. */
  sign_in: { password: boolean; providers: { name: string; title: string }[] };
  /** Theme documents that the whole house wears; null = the built-in looks. */
  themes: { default: unknown; dark: unknown };
  /** The dashboard that this page shows in a frame of another site, and the sites that may. */
  embedded?: { dashboard_id: number; allowed_domains: string[] };
}

export interface BootstrapUser {
  userId: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Role name → pairs of [permission, view]. */
  roles: Record<string, [string, string][]>;
}

const EMPTY: Bootstrap = {
  user: null,
  csrf_token: '',
  first_run: false,
  version: '',
  conf: {},
  sign_in: { password: true, providers: [] },
  themes: { default: null, dark: null },
};

/** Read once from the page; a page without it (development server) counts as signed out. */
export const bootstrap: Bootstrap = readBootstrap();

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

/** Whether the person looking may open SQL Lab. */
export function mayUseSqlLab(): boolean {
  return may('can_sqllab', 'Superset') || may('menu_access', 'SQL Lab');
}

/** Whether the person looking is an administrator. */
export function isAdmin(): boolean {
  return Object.keys(bootstrap.user?.roles ?? {}).some((role) => role.toLowerCase() === 'admin');
}

/** The nonce under which this page may add style elements. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}

function readBootstrap(): Bootstrap {
  const text = document.getElementById('bootstrap')?.textContent;
  if (!text) return EMPTY;
  const given: Partial<Bootstrap> = JSON.parse(text);
  return { ...EMPTY, ...given };
}
