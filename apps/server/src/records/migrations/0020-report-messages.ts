import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** What runs of alerts and reports sent. */
export function reportMessages(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await createTable(db, kind, 'report_messages', {
        id: 'id',
        report_id: 'int > report_schedules',
        uuid: 'text',
        viewer_id: 'int? >? users',
        is_executor: 'flag',
        recipients: 'text',
        subject: 'text',
        html: 'text',
        picture_type: 'text?',
        picture: 'text?',
        created_on: 'text',
      });
      await createIndexes(db, 'report_messages', [['report_id', 'uuid'], ['uuid']]);
    },
  };
}
