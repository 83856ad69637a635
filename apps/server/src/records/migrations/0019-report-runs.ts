import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** When alerts and reports run next, their runs, and what goes to whom. */
export function reportRuns(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      for (const column of ['next_dttm', 'snoozed_until', 'acknowledged_dttm'])
        await db.schema.alterTable('report_schedules').addColumn(column, 'text').execute();
      await createIndexes(db, 'report_schedules', [['active', 'next_dttm']]);
      await createTable(db, kind, 'report_runs', {
        id: 'id',
        report_id: 'int > report_schedules',
        uuid: 'text!',
        scheduled_dttm: 'text',
        missed: 'int',
        asked: 'flag',
        state: 'text',
        created_on: 'text',
      });
      await createIndexes(db, 'report_runs', [['!', 'report_id', 'scheduled_dttm'], ['state']]);
      await createTable(db, kind, 'report_deliveries', {
        id: 'id',
        report_id: 'int > report_schedules',
        scheduled_dttm: 'text',
        recipient: 'text',
        state: 'text',
        attempts: 'int',
        message: 'text?',
        changed_on: 'text',
      });
      await createIndexes(db, 'report_deliveries', [['!', 'report_id', 'scheduled_dttm', 'recipient']]);
      await createTable(db, kind, 'report_unsubscribed', {
        report_id: 'int > report_schedules',
        address: 'text',
      });
      await createIndexes(db, 'report_unsubscribed', [['!', 'report_id', 'address']]);
    },
  };
}
