import { z } from 'zod';
import { flag, networkAddress, structured, texts, whole } from './setting-kinds.ts';

const name = z.string().min(1);
/** An address to which the server sends secrets. */
const address = z.url().refine(isSafeAddress, 'must begin with https:// (http:// only on this machine)');

const oauthProvider = z
  .strictObject({
    /** Stands in addresses: `/login/<name>`, `/oauth-authorized/<name>`. */
    name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, 'must consist of small letters, digits, - and _'),
    /** On the button. */
    title: name.optional(),
    /** Where the provider describes itself under `/.well-known/openid-configuration`. */
    issuer: address.optional(),
    /** Where a provider that does not describe itself asks people, gives tokens and tells who somebody is: all three, in the place of an issuer. */
    authorize_url: address.optional(),
    token_url: address.optional(),
    userinfo_url: address.optional(),
    /** Where the secret stands when a token is asked for: in a header, or in the body. */
    client_auth: z.enum(['basic', 'post']).default('basic'),
    client_id: name,
    client_secret: name.optional(),
    /** `openid profile email` unless told; nothing where there is no issuer. */
    scope: z.string().optional(),
    /** What a provider calls that by which it knows somebody for good. */
    subject_claim: name.default('sub'),
    username_claim: name.default('preferred_username'),
    email_claim: name.default('email'),
    first_name_claim: name.default('given_name'),
    last_name_claim: name.default('family_name'),
    roles_claim: name.default('groups'),
    /** Whether somebody new to this provider takes over an account that has the same user name. */
    link_accounts: z.boolean().default(false),
    /** Whether signing out here signs out there, too. */
    logout: z.boolean().default(false),
  })
  .refine(({ issuer, authorize_url, token_url, userinfo_url }) => {
    const own = [authorize_url, token_url, userinfo_url].filter((each) => each !== undefined).length;
    return issuer === undefined ? own === 3 : own === 0;
  }, 'needs an issuer, or authorize_url, token_url and userinfo_url')
  .refine(
    ({ issuer, scope }) => issuer === undefined || scope === undefined || /(^| )openid( |$)/.test(scope),
    'scope: must hold openid',
  )
  .refine(
    ({ issuer, logout }) => issuer !== undefined || !logout,
    'logout: needs an issuer, which says where',
  )
  .transform((provider) => ({
    ...provider,
    title: provider.title ?? provider.name,
    scope: provider.scope ?? (provider.issuer === undefined ? '' : 'openid profile email'),
  }));

/** An identity provider, as the settings describe it. */
export type OAuthProvider = z.output<typeof oauthProvider>;

const oauthProviders = z
  .array(oauthProvider)
  .refine(
    (all) => new Set(all.map((each) => each.name)).size === all.length,
    'two providers have the same name',
  );

const filterText = z
  .string()
  .regex(/^\(.*\)$/s, 'must be a filter in parentheses, such as (objectClass=person)');

/** Settings that say who may come in and how (contract/api.md §6); names are the reference's where it has them. */
export const SIGN_IN_SETTINGS = {
  AUTH_TYPE: z.enum(['db', 'ldap', 'oauth', 'remote_user']).default('db'),
  AUTH_USER_REGISTRATION: flag.default(false),
  AUTH_USER_REGISTRATION_ROLE: name.default('Public'),
  AUTH_ROLES_MAPPING: structured(z.record(z.string(), z.array(name))).default({}),
  AUTH_ROLES_SYNC_AT_LOGIN: flag.default(false),
  AUTH_LDAP_SERVER: z
    .string()
    .regex(/^ldaps?:\/\/[^/\s]+\/?$/, 'must be ldap://host[:port] or ldaps://host[:port]')
    .optional(),
  AUTH_LDAP_USE_TLS: flag.default(false),
  AUTH_LDAP_ALLOW_SELF_SIGNED: flag.default(false),
  AUTH_LDAP_TLS_CACERTFILE: name.optional(),
  AUTH_LDAP_BIND_USER: name.optional(),
  AUTH_LDAP_BIND_PASSWORD: name.optional(),
  AUTH_LDAP_SEARCH: name.optional(),
  AUTH_LDAP_SEARCH_FILTER: filterText.optional(),
  AUTH_LDAP_USERNAME_FORMAT: z
    .string()
    .refine((format) => format.split('%s').length === 2, 'must hold %s once')
    .optional(),
  AUTH_LDAP_APPEND_DOMAIN: name.optional(),
  AUTH_LDAP_UID_FIELD: name.default('uid'),
  AUTH_LDAP_GROUP_FIELD: name.default('memberOf'),
  AUTH_LDAP_GROUP_SEARCH: name.optional(),
  AUTH_LDAP_GROUP_SEARCH_FILTER: filterText.optional(),
  AUTH_LDAP_GROUP_MEMBER_FIELDS: texts(
    z.string().regex(/^[A-Za-z][A-Za-z0-9;.-]*$/, 'must be names of attributes'),
  ).default(['member', 'uniqueMember', 'memberUid']),
  AUTH_LDAP_FIRSTNAME_FIELD: name.default('givenName'),
  AUTH_LDAP_LASTNAME_FIELD: name.default('sn'),
  AUTH_LDAP_EMAIL_FIELD: name.default('mail'),
  AUTH_LDAP_TIMEOUT: whole(1).default(5),
  OAUTH_PROVIDERS: structured(oauthProviders).default([]),
  AUTH_REMOTE_USER_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
    .default('X-Remote-User')
    .transform((header) => header.toLowerCase()),
  TRUSTED_PROXIES: texts(networkAddress).default([]),
  LOGOUT_REDIRECT_URL: z
    .string()
    .regex(/^(https?:\/\/|\/(?![/\\]))/, 'must be a path of this installation or an http(s) address')
    .default('/login/'),
};

type SignInSettings = z.output<z.ZodObject<typeof SIGN_IN_SETTINGS>>;

/** What does not fit together, by setting. */
export function signInProblems(
  settings: SignInSettings,
): { setting: keyof SignInSettings; problem: string }[] {
  const problems: { setting: keyof SignInSettings; problem: string }[] = [];
  const need = (holds: boolean, setting: keyof SignInSettings, problem: string) => {
    if (!holds) problems.push({ setting, problem });
  };
  const { AUTH_TYPE } = settings;
  if (AUTH_TYPE === 'ldap') {
    const server = settings.AUTH_LDAP_SERVER;
    need(server !== undefined, 'AUTH_LDAP_SERVER', 'is needed with AUTH_TYPE=ldap');
    need(
      !(settings.AUTH_LDAP_USE_TLS && server?.startsWith('ldaps:')),
      'AUTH_LDAP_USE_TLS',
      'is for ldap://; ldaps:// is encrypted already',
    );
    const direct = settings.AUTH_LDAP_USERNAME_FORMAT ?? settings.AUTH_LDAP_APPEND_DOMAIN;
    need(
      settings.AUTH_LDAP_SEARCH !== undefined || direct !== undefined,
      'AUTH_LDAP_SEARCH',
      'is needed, unless AUTH_LDAP_USERNAME_FORMAT or AUTH_LDAP_APPEND_DOMAIN says how a user name becomes a name of the directory',
    );
    need(
      (settings.AUTH_LDAP_BIND_USER === undefined) === (settings.AUTH_LDAP_BIND_PASSWORD === undefined),
      'AUTH_LDAP_BIND_PASSWORD',
      'and AUTH_LDAP_BIND_USER: give both or none',
    );
  }
  need(
    AUTH_TYPE !== 'oauth' || settings.OAUTH_PROVIDERS.length > 0,
    'OAUTH_PROVIDERS',
    'is needed with AUTH_TYPE=oauth',
  );
  need(
    AUTH_TYPE !== 'remote_user' || settings.TRUSTED_PROXIES.length > 0,
    'TRUSTED_PROXIES',
    'is needed with AUTH_TYPE=remote_user: the header counts from these addresses only',
  );
  need(
    !settings.AUTH_ROLES_SYNC_AT_LOGIN || Object.keys(settings.AUTH_ROLES_MAPPING).length > 0,
    'AUTH_ROLES_MAPPING',
    'is needed with AUTH_ROLES_SYNC_AT_LOGIN: without it everybody would lose their roles',
  );
  return problems;
}

function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  );
}
