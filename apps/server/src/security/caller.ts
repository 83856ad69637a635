import { ChartroomError } from '@chartroom/model';
import { createShortCache } from '../base/short-cache.ts';
import type { GuestPass, Principal } from '../data/ports.ts';
import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';
import { type DataGrants, NO_GRANTS, readGrants } from './data-grants.ts';
import type { GuestClaims } from './guest-tokens.ts';
import { ADMIN_ROLE } from './permission-catalog.ts';

/** Who sends a request, and everything that a decision about it may depend on. */
export interface Caller {
  /** Undefined for somebody who has not signed in. */
  user: Omit<Row<'users'>, 'password_hash'> | undefined;
  roles: { id: number; name: string }[];
  isAdmin: boolean;
  /** Pairs `permission view`. */
  pairs: ReadonlySet<string>;
  grants: DataGrants;
  principal: Principal;
  /** Whether the roles that a dashboard names open it to who holds them (DASHBOARD_RBAC). */
  opensByRoles: boolean;
  /** Somebody without an account who brought a guest's token. */
  guest?: GuestPass & { user: GuestClaims['user'] };
}

/** Whether a caller holds a permission on a view. */
export function may(caller: Caller, permission: string, view: string): boolean {
  return caller.pairs.has(`${permission} ${view}`);
}

/** Id of a caller who has signed in. Throws 403 for others, whom a role may have let in: what belongs to nobody cannot be theirs. */
export function callerId(caller: Caller): number {
  if (caller.user) return caller.user.id;
  throw new ChartroomError('This needs somebody who has signed in.', {
    status: 403,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
  });
}

/** Reads callers from the records; each is kept for a moment, and all are forgotten when accounts or rights change. */
export interface Callers {
  /** Undefined when the account is gone, switched off, or `stamp` is not its present one. */
  ofUser(userId: number, stamp: number): Promise<Caller | undefined>;
  /** The caller behind an account id, whatever token or session they came with. */
  byId(userId: number): Promise<Caller | undefined>;
  anonymous(): Promise<Caller>;
  /** What every guest may, before anything that a token says. */
  guests(): Promise<Caller>;
  /** Accounts, roles or rights have changed. */
  forget(): void;
}

/** Milliseconds a caller is kept: as long as another process may not notice that rights changed. */
const KEPT = 1_000;

/** Names of the roles that people without an account hold, and whether dashboards open by roles. */
export interface CallerRules {
  /** Who brings a guest's token. */
  guests: string;
  /** Who has not signed in. */
  strangers: string;
  opensByRoles: boolean;
}

export function createCallers(db: Db, now: () => Date, rules: CallerRules): Callers {
  const { opensByRoles } = rules;
  const people = createShortCache<number, { caller: Caller; stamp: number } | undefined>({
    milliseconds: KEPT,
    most: 1_000,
    now,
  });
  const strangers = createShortCache<string, Caller>({ milliseconds: KEPT, most: 2, now });
  const ofRole = (role: string) => strangers.get(role, () => readCaller(db, { role, opensByRoles }));
  return {
    ofUser: async (userId, stamp) => {
      const known = await people.get(userId, () => readUser(db, userId, opensByRoles));
      return known?.stamp === stamp ? known.caller : undefined;
    },
    byId: async (userId) => (await people.get(userId, () => readUser(db, userId, opensByRoles)))?.caller,
    anonymous: () => ofRole(rules.strangers),
    guests: () => ofRole(rules.guests),
    forget: () => {
      people.forget();
      strangers.forget();
    },
  };
}

async function readUser(
  db: Db,
  userId: number,
  opensByRoles: boolean,
): Promise<{ caller: Caller; stamp: number } | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!row || row.active === 0) return undefined;
  const { password_hash: _, ...user } = row;
  return { caller: await readCaller(db, { user, opensByRoles }), stamp: row.stamp };
}

/** Roles of an account: its own and those of its groups (contract/api.md §3.1). */
export async function rolesOf(db: Db, userId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('roles')
    .select(['roles.id', 'roles.name'])
    .where((on) =>
      on.or([
        on('roles.id', 'in', on.selectFrom('user_roles').select('role_id').where('user_id', '=', userId)),
        on(
          'roles.id',
          'in',
          on
            .selectFrom('user_groups')
            .innerJoin('group_roles', 'group_roles.group_id', 'user_groups.group_id')
            .select('group_roles.role_id')
            .where('user_groups.user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('roles.id')
    .execute();
}

/** Somebody with an account; without one, a holder of one role. */
async function readCaller(
  db: Db,
  {
    opensByRoles,
    ...who
  }: { opensByRoles: boolean } & ({ user: NonNullable<Caller['user']> } | { role: string }),
): Promise<Caller> {
  const user = 'user' in who ? who.user : undefined;
  const role = 'role' in who ? who.role : '';
  const roles = user
    ? await rolesOf(db, user.id)
    : await db.selectFrom('roles').select(['id', 'name']).where('name', '=', role).execute();
  const pairs = await pairsOf(
    db,
    roles.map((role) => role.id),
  );
  return {
    user,
    roles,
    isAdmin: roles.some((role) => role.name === ADMIN_ROLE),
    opensByRoles,
    pairs: new Set(pairs.map((pair) => `${pair.permission} ${pair.view}`)),
    grants: pairs.length === 0 ? NO_GRANTS : await readGrants(db, pairs),
    principal: {
      id: user?.id,
      username: user?.username,
      email: user?.email,
      roles: roles.map((role) => role.name),
    },
  };
}

/** Every pair that any of some roles holds. */
export async function pairsOf(db: Db, roleIds: number[]): Promise<{ permission: string; view: string }[]> {
  if (roleIds.length === 0) return [];
  return db
    .selectFrom('role_permissions')
    .innerJoin('permission_views', 'permission_views.id', 'role_permissions.permission_view_id')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('views', 'views.id', 'permission_views.view_id')
    .where('role_permissions.role_id', 'in', roleIds)
    .select(['permissions.name as permission', 'views.name as view'])
    .distinct()
    .execute();
}

/** Who people are, and what they may. */
export interface WithCallers {
  callers: Callers;
}
