import { type UserRow, userApi } from '@chartroom/model';
import type { z } from 'zod';
import type { Act } from '../../http/act.ts';
import { badRequest, invalidFields, notFound, unprocessable } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { SIGNED_FILTERS } from '../../lists/common-filters.ts';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import {
  createAccount,
  endAccess,
  refuseTaken,
  requireAdministrator,
  setPassword,
} from '../../security/accounts.ts';
import type { WithCallers } from '../../security/caller.ts';
import { hashPassword } from '../../security/passwords.ts';
import { changedNow, groupBy } from '../people.ts';
import { missingIds, oneOf } from '../plain-rows.ts';
import { type Resource, VERBS_BY_METHOD, writing } from '../resource.ts';

/** `groups` stands for all that is told of them, as the contract has it. */
const COLUMNS = [
  'id',
  'roles.id',
  'roles.name',
  'groups',
  'first_name',
  'last_name',
  'username',
  'active',
  'email',
  'last_login',
  'login_count',
  'fail_login_count',
  'created_on',
  'changed_on',
  'created_by.id',
  'changed_by.id',
];

const NO_ROLE = "At least one of 'roles' or 'groups' must be provided and non-empty.";

/** `/security/users/` (contract/api.md §2.14). */
export const userResource: Resource<UserRow, UserRow> = {
  api: userApi,
  path: 'security/users',
  view: 'User',
  model: 'User',
  noun: ['user', 'users'],
  table: 'users',
  permissions: ['can_info', 'can_post', 'can_get', 'can_put', 'can_delete'],
  verbs: VERBS_BY_METHOD,
  listColumns: COLUMNS,
  showColumns: COLUMNS,
  orderColumns: COLUMNS.filter((column) => !column.includes('.') && column !== 'groups'),
  filters: {
    columns: {
      id: { kind: 'number' },
      first_name: { kind: 'text' },
      last_name: { kind: 'text' },
      username: { kind: 'text' },
      email: { kind: 'text' },
      active: { kind: 'flag' },
      roles: { kind: 'many', link: 'user_roles', own: 'user_id', other: 'role_id' },
      groups: { kind: 'many', link: 'user_groups', own: 'user_id', other: 'group_id' },
      ...SIGNED_FILTERS,
      last_login: { kind: 'date' },
      login_count: { kind: 'number' },
      fail_login_count: { kind: 'number' },
      created_on: { kind: 'date' },
      changed_on: { kind: 'date' },
    },
  },
  list: usersOf,
  show: oneOf(usersOf),
  create: writing(userApi.create.body, async (body, act) => {
    const roles = body.roles ?? [];
    const groups = body.groups ?? [];
    if (roles.length + groups.length === 0) throw invalidFields({ _schema: [NO_ROLE] });
    await requireKnown('roles', roles, act, 400);
    await requireKnown('groups', groups, act, 400);
    const id = await createAccount(
      act.services.db,
      { ...body, roles, groups },
      { by: act.caller.user?.id ?? null, now: act.services.now() },
    );
    const { password: _, ...echo } = body;
    return { id, result: echo };
  }),
  update: writing(userApi.update.body, updateUser),
  bareUpdate: true,
  remove: async (ids, act) => {
    if (act.caller.user && ids.includes(act.caller.user.id))
      throw unprocessable('You cannot delete your own account.');
    await act.services.db.transaction().execute(async (records) => {
      await records.deleteFrom('users').where('id', 'in', ids).execute();
      await requireAdministrator(records);
    });
    act.services.callers.forget();
  },
  noBulkDelete: true,
};

async function updateUser(
  body: z.output<typeof userApi.update.body>,
  id: number,
  act: Act<Ground & WithCallers>,
): Promise<{ result: Omit<z.output<typeof userApi.update.body>, 'password'> }> {
  const { roles, groups, password, active, ...plain } = body;
  const { db } = act.services;
  await requireKnown('roles', roles ?? [], act, 404);
  await requireKnown('groups', groups ?? [], act, 404);
  const password_hash = password === undefined ? undefined : await hashPassword(password);
  await db.transaction().execute(async (records) => {
    await refuseTaken(records, plain, id);
    if (roles || groups) {
      const left =
        (roles?.length ?? (await held(records, 'user_roles', id))) +
        (groups?.length ?? (await held(records, 'user_groups', id)));
      if (left === 0) throw badRequest(nothingLeft(roles !== undefined, groups !== undefined));
    }
    await records
      .updateTable('users')
      .set({
        ...plain,
        ...changedNow(act),
        ...(active !== undefined && { active: active ? 1 : 0 }),
      })
      .where('id', '=', id)
      .execute();
    if (password_hash) await setPassword(records, id, password_hash);
    if (password_hash || active === false) await endAccess(records, id);
    if (roles) {
      await records.deleteFrom('user_roles').where('user_id', '=', id).execute();
      for (const role_id of new Set(roles))
        await records.insertInto('user_roles').values({ user_id: id, role_id }).execute();
    }
    if (groups) {
      await records.deleteFrom('user_groups').where('user_id', '=', id).execute();
      for (const group_id of new Set(groups))
        await records.insertInto('user_groups').values({ user_id: id, group_id }).execute();
    }
    if (roles || groups || active === false) await requireAdministrator(records);
  });
  act.services.callers.forget();
  const { password: _, ...echo } = body;
  return { result: echo };
}

/** Why a change is refused that leaves somebody neither role nor group: by what it takes away. */
function nothingLeft(ofRoles: boolean, ofGroups: boolean): string {
  if (ofRoles && ofGroups) return 'User must have at least one role or group!';
  return ofRoles
    ? 'Cannot clear all roles unless at least one group is assigned!'
    : 'Cannot clear all groups unless at least one role is assigned!';
}

/** How many roles or groups somebody has. */
async function held(records: Db, kind: 'user_roles' | 'user_groups', id: number): Promise<number> {
  const { n } = await records
    .selectFrom(kind)
    .select((on) => on.fn.countAll().as('n'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function requireKnown(
  kind: 'roles' | 'groups',
  ids: number[],
  act: Act,
  status: 400 | 404,
): Promise<void> {
  if (ids.length === 0) return;
  const unknown = await missingIds(act.services.db, kind, ids);
  if (unknown.length === 0) return;
  const fields = {
    [kind]: [`${kind === 'roles' ? 'Role' : 'Group'}(s) with ID(s) [${unknown.join(', ')}] not found.`],
  };
  throw status === 404 ? notFound(fields) : invalidFields(fields);
}

async function usersOf(ids: number[], act: Act): Promise<UserRow[]> {
  const { db } = act.services;
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const roles = await db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['user_id', 'roles.id', 'roles.name'])
    .where('user_id', 'in', ids)
    .execute();
  const groups = await db
    .selectFrom('user_groups')
    .innerJoin('groups', 'groups.id', 'user_groups.group_id')
    .select(['user_id', 'groups.id', 'groups.name'])
    .where('user_id', 'in', ids)
    .execute();
  const plain = ({ id, name }: { id: number; name: string }) => ({ id, name });
  const rolesById = groupBy(roles, (row) => row.user_id, plain);
  const groupsById = groupBy(groups, (row) => row.user_id, plain);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { password_hash: _, stamp: __, created_by_id, changed_by_id, ...user } = row;
    return [
      {
        ...user,
        active: row.active === 1,
        last_login: row.last_login && zoneless(row.last_login),
        created_on: zoneless(row.created_on),
        changed_on: zoneless(row.changed_on),
        roles: rolesById.get(id) ?? [],
        groups: groupsById.get(id) ?? [],
        created_by: created_by_id === null ? null : { id: created_by_id },
        changed_by: changed_by_id === null ? null : { id: changed_by_id },
      },
    ];
  });
}
