import { columnsOf, type LogRow, logApi } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { zoneless } from '../../http/humanized.ts';
import { inOrder, peopleOf } from '../people.ts';
import { oneOf } from '../plain-rows.ts';
import { type Resource, writing } from '../resource.ts';

const COLUMNS = columnsOf(logApi.row);

/** `/log/` (contract/api.md §2.17), for administrators. */
export const logResource: Resource<LogRow, LogRow> = {
  api: logApi,
  path: 'log',
  view: 'Log',
  model: 'Log',
  noun: ['log', 'logs'],
  table: 'logs',
  permissions: ['can_read', 'can_write', 'can_recent_activity'],
  listColumns: COLUMNS,
  showColumns: COLUMNS,
  orderColumns: ['user_id', 'action', 'dttm', 'json', 'slice_id', 'dashboard_id', 'duration_ms', 'referrer'],
  defaultOrder: { by: sql`t.dttm`, descending: true },
  filters: {
    columns: {
      user: { kind: 'one', column: 'user_id' },
      user_id: { kind: 'number' },
      action: { kind: 'text' },
      dttm: { kind: 'date' },
      json: { kind: 'text' },
      slice_id: { kind: 'number' },
      dashboard_id: { kind: 'number' },
      duration_ms: { kind: 'number' },
      referrer: { kind: 'text' },
    },
  },
  list: logRows,
  show: oneOf(logRows),
  create: writing(
    logApi.create.body,
    async (body, { services: { db, now }, caller }) => {
      const {
        action,
        json = null,
        slice_id = null,
        dashboard_id = null,
        duration_ms = null,
        referrer = null,
      } = body;
      const line = { action, json, slice_id, dashboard_id, duration_ms, referrer };
      const made = await db
        .insertInto('logs')
        .values({ ...line, user_id: caller.user?.id ?? null, dttm: now().toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id: made.id, result: body };
    },
    422,
  ),
};

async function logRows(ids: number[], act: Act): Promise<LogRow[]> {
  const rows = await act.services.db.selectFrom('logs').selectAll().where('id', 'in', ids).execute();
  const people = await peopleOf(
    act.services.db,
    rows.map((row) => row.user_id),
  );
  return inOrder(
    ids,
    rows.map((row) => ({ ...row, dttm: zoneless(row.dttm), user: people.get(row.user_id ?? -1) ?? null })),
  );
}
