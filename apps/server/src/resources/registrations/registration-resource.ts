import { columnsOf, type RegistrationRow, registrationApi } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { zoneless } from '../../http/humanized.ts';
import { may } from '../../security/caller.ts';
import { inOrder } from '../people.ts';
import { givenTexts, oneOf } from '../plain-rows.ts';
import { type Resource, writing } from '../resource.ts';
import { addRegistration, refuseTakenName } from './waiting-people.ts';

const COLUMNS = columnsOf(registrationApi.row);

/** `/security/user_registrations/` (contract/api.md §2.14): people who have asked for an account. */
export const registrationResource: Resource<RegistrationRow, RegistrationRow> = {
  api: registrationApi,
  path: 'security/user_registrations',
  view: 'UserRegistrationsRestAPI',
  model: 'User Registration',
  noun: ['user registration', 'user registrations'],
  table: 'user_registrations',
  permissions: ['can_list', 'can_show', 'can_add', 'can_edit', 'can_delete'],
  verbs: { list: 'can_list', info: 'can_list', create: 'can_add', update: 'can_edit', delete: 'can_delete' },
  listColumns: COLUMNS,
  showColumns: COLUMNS,
  orderColumns: COLUMNS,
  filters: {
    columns: {
      username: { kind: 'text' },
      email: { kind: 'text' },
      first_name: { kind: 'text' },
      last_name: { kind: 'text' },
      registration_hash: { kind: 'text' },
      registration_date: { kind: 'date' },
    },
  },
  // All standard roles hold the permissions above, and what stands here opens accounts: it is for those who look after accounts.
  visible: ({ caller }) => (may(caller, 'can_get', 'User') ? sql<boolean>`true` : sql<boolean>`false`),
  list: waitingPeople,
  show: oneOf(waitingPeople),
  create: writing(
    registrationApi.create.body,
    async (body, act) => {
      const { id } = await addRegistration(act.services, body);
      const { password: _, ...echo } = body;
      return { id, result: echo };
    },
    422,
  ),
  update: writing(
    registrationApi.update.body,
    async (body, id, act) => {
      const { db } = act.services;
      await db.transaction().execute(async (records) => {
        if (body.username !== undefined) await refuseTakenName(records, body.username, id);
        const values = givenTexts(body, ['username', 'email', 'first_name', 'last_name']);
        if (Object.keys(values).length > 0)
          await records.updateTable('user_registrations').set(values).where('id', '=', id).execute();
      });
      return { result: body };
    },
    422,
  ),
  remove: async (ids, { services }) => {
    await services.db.deleteFrom('user_registrations').where('id', 'in', ids).execute();
  },
};

async function waitingPeople(ids: number[], { services }: Act): Promise<RegistrationRow[]> {
  const rows = await services.db
    .selectFrom('user_registrations')
    .selectAll()
    .where('id', 'in', ids)
    .execute();
  return inOrder(
    ids,
    rows.map(({ password_hash: _, ...row }) => ({
      ...row,
      registration_date: zoneless(row.registration_date),
    })),
  );
}
