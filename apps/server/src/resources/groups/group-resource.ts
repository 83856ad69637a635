import { columnsOf, type GroupRow, groupApi } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { invalidFields } from '../../http/errors.ts';
import type { Db } from '../../records/records.ts';
import { requireAdministrator } from '../../security/accounts.ts';
import { groupBy, inOrder } from '../people.ts';
import { givenTexts, missingIds, oneOf, requireUnique } from '../plain-rows.ts';
import { type Resource, VERBS_BY_METHOD, writing } from '../resource.ts';

const COLUMNS = columnsOf(groupApi.row);
const TAKEN = { name: ['Already exists.'] };

/** `/security/groups/` (contract/api.md §2.14): people who hold roles together. */
export const groupResource: Resource<GroupRow, GroupRow> = {
  api: groupApi,
  path: 'security/groups',
  view: 'Group',
  model: 'Group',
  noun: ['group', 'groups'],
  table: 'groups',
  permissions: ['can_info', 'can_post', 'can_get', 'can_put', 'can_delete'],
  verbs: VERBS_BY_METHOD,
  listColumns: COLUMNS,
  showColumns: COLUMNS,
  orderColumns: ['id', 'name', 'label', 'description'],
  filters: {
    columns: {
      id: { kind: 'number' },
      name: { kind: 'text' },
      label: { kind: 'text' },
      description: { kind: 'text' },
      roles: { kind: 'many', link: 'group_roles', own: 'group_id', other: 'role_id' },
      users: { kind: 'many', link: 'user_groups', own: 'group_id', other: 'user_id' },
    },
  },
  list: groupRows,
  show: oneOf(groupRows),
  create: writing(groupApi.create.body, async (body, act) => {
    const id = await act.services.db.transaction().execute(async (records) => {
      await requireUnique(records, { table: 'groups', column: 'name', value: body.name }, TAKEN);
      const made = await records
        .insertInto('groups')
        .values({ name: body.name, label: body.label ?? null, description: body.description ?? null })
        .returning('id')
        .executeTakeFirstOrThrow();
      await setMembers(records, made.id, body);
      return made.id;
    });
    act.services.callers.forget();
    return { id, result: body };
  }),
  update: writing(groupApi.update.body, async (body, id, act) => {
    await act.services.db.transaction().execute(async (records) => {
      if (body.name)
        await requireUnique(
          records,
          { table: 'groups', column: 'name', value: body.name, except: id },
          TAKEN,
        );
      const values = givenTexts(body, ['name', 'label', 'description']);
      if (Object.keys(values).length > 0)
        await records.updateTable('groups').set(values).where('id', '=', id).execute();
      await setMembers(records, id, body);
      await requireAdministrator(records);
    });
    act.services.callers.forget();
    return { result: body };
  }),
  bareUpdate: true,
  remove: async (ids, { services }) => {
    await services.db.transaction().execute(async (records) => {
      await records.deleteFrom('groups').where('id', 'in', ids).execute();
      await requireAdministrator(records);
    });
    services.callers.forget();
  },
  noBulkDelete: true,
};

async function setMembers(
  records: Db,
  group_id: number,
  given: { roles?: number[] | undefined; users?: number[] | undefined },
): Promise<void> {
  if (given.roles) {
    const roles = await requireMembers(records, 'roles', given.roles);
    await records.deleteFrom('group_roles').where('group_id', '=', group_id).execute();
    for (const role_id of roles)
      await records.insertInto('group_roles').values({ group_id, role_id }).execute();
  }
  if (given.users) {
    const users = await requireMembers(records, 'users', given.users);
    await records.deleteFrom('user_groups').where('group_id', '=', group_id).execute();
    for (const user_id of users)
      await records.insertInto('user_groups').values({ group_id, user_id }).execute();
  }
}

/** Each of them once. Throws 400 that names those which are not there. */
async function requireMembers(records: Db, kind: 'roles' | 'users', ids: number[]): Promise<number[]> {
  const unknown = await missingIds(records, kind, ids);
  const what = kind === 'roles' ? 'Role' : 'User';
  if (unknown.length > 0)
    throw invalidFields({ [kind]: [`${what}(s) with ID(s) [${unknown.join(', ')}] do not exist.`] });
  return [...new Set(ids)];
}

async function groupRows(ids: number[], act: Act): Promise<GroupRow[]> {
  const { db } = act.services;
  const groups = await db.selectFrom('groups').selectAll().where('id', 'in', ids).execute();
  const roles = await db
    .selectFrom('group_roles')
    .innerJoin('roles', 'roles.id', 'group_roles.role_id')
    .select(['group_id', 'roles.id', 'roles.name'])
    .where('group_id', 'in', ids)
    .orderBy('roles.id')
    .execute();
  const users = await db
    .selectFrom('user_groups')
    .innerJoin('users', 'users.id', 'user_groups.user_id')
    .select(['group_id', 'users.id', 'users.username'])
    .where('group_id', 'in', ids)
    .orderBy('users.id')
    .execute();
  const rolesOf = groupBy(
    roles,
    (row) => row.group_id,
    ({ id, name }) => ({ id, name }),
  );
  const usersOf = groupBy(
    users,
    (row) => row.group_id,
    ({ id, username }) => ({ id, username }),
  );
  return inOrder(
    ids,
    groups.map((group) => ({
      ...group,
      roles: rolesOf.get(group.id) ?? [],
      users: usersOf.get(group.id) ?? [],
    })),
  );
}
