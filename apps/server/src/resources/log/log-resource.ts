import { sql } from 'kysely';
import { z } from 'zod';
import type { Act } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import type { Wire } from '../columns.ts';
import { inOrder, peopleOf } from '../people.ts';
import { type Resource, writing } from '../resource.ts';

/** A line that somebody writes: who and when are not theirs to say. */
const lineSchema = z.strictObject({
  action: z.string().min(1).max(512),
  json: z.string().nullish(),
  slice_id: z.int().nullish(),
  dashboard_id: z.int().nullish(),
  duration_ms: z.int().nullish(),
  referrer: z.string().max(1_024).nullish(),
});

const COLUMNS = [
  'user.first_name',
  'user.last_name',
  'user.username',
  'user_id',
  'action',
  'dttm',
  'json',
  'slice_id',
  'dashboard_id',
  'duration_ms',
  'referrer',
];

/** `/log/` (contract/api.md §2.17), for administrators. */
export const logResource: Resource = {
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
      action: { kind: 'words', table: 'logs' },
      dttm: { kind: 'date' },
      json: { kind: 'text' },
      slice_id: { kind: 'number' },
      dashboard_id: { kind: 'number' },
      duration_ms: { kind: 'number' },
      referrer: { kind: 'text' },
    },
  },
  list: logRows,
  show: async (id, act) => {
    const [row] = await logRows([id], act);
    if (!row) throw notFound();
    return row;
  },
  create: writing(
    lineSchema,
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

async function logRows(ids: number[], act: Act): Promise<Wire[]> {
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
