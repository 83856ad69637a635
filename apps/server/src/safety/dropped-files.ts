import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type FormField, sendForm } from '../testing/form-calls.ts';
import type { Answer, PersonName, TestApp } from '../testing/test-app.ts';
import { member, NOBODY } from '../testing/things.ts';

/** Sends files to an installation, and looks at what became of them. */
export interface DroppedFiles {
  /** Drops a file on the home page. */
  drop(name: string, content: string | Buffer): Promise<Answer>;
  /** Sends the upload form. */
  upload(
    fields: Record<string, string>,
    name: string,
    content: string | Buffer,
    who?: PersonName,
  ): Promise<Answer>;
  /** Names of the tables that files have made. */
  tables(): Promise<string[]>;
  firstRow(table: string): Promise<unknown>;
  /** Files that arrived and were not put away. */
  leftOver(): Promise<string[]>;
}

/** `house` answers the installation of the present test. */
export function droppedFiles(house: () => TestApp): DroppedFiles {
  const send = (url: string, fields: Record<string, FormField>, who?: PersonName) =>
    sendForm(house(), url, fields, who);
  return {
    drop: (name, content) => send('/api/v1/files/', { file: { name, content } }),
    upload: (fields, name, content, who) =>
      send(`/api/v1/database/${house().uploads}/upload/`, { ...fields, file: { name, content } }, who),
    tables: async () => {
      const { services, uploads } = house();
      const relations = await (await services.data()).relations(uploads, 'main', null, NOBODY);
      return relations.map(({ name }) => name).sort();
    },
    firstRow: async (table) => {
      const { uploads, as } = house();
      const body = { database_id: uploads, sql: `SELECT * FROM "${table}"`, schema: 'main', queryLimit: 1 };
      return member((await as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).body, 'data', 0);
    },
    leftOver: () => readdir(join(house().services.config.HOME, 'incoming')).catch(() => []),
  };
}
