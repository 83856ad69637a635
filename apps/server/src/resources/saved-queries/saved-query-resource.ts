import {
  columnsOf,
  type SavedQueryBody,
  type SavedQueryDocument,
  type SavedQueryEcho,
  type SavedQueryItem,
  type SavedQueryRow,
  savedQueryApi,
} from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { unprocessable } from '../../http/errors.ts';
import { humanized } from '../../http/humanized.ts';
import { HAS_MAKER, SIGNED_FILTERS, starred, tagFilters, textIn } from '../../lists/common-filters.ts';
import { storedObject } from '../../records/stored-json.ts';
import type { Row } from '../../records/tables.ts';
import { databaseResource } from '../database/database-resource.ts';
import { forgetObjects, OBJECT_TYPES, setOwnTags, tagsOf } from '../object-tags.ts';
import { auditOf, changedNow, createdNow, inOrder } from '../people.ts';
import { givenTexts, oneOf } from '../plain-rows.ts';
import { DATABASES, SIGNERS } from '../related.ts';
import { NEWEST_FIRST, type Resource, writing } from '../resource.ts';
import { seenIds } from '../resource-queries.ts';
import { keptTables, storedTables } from '../sql-tables.ts';
import { moveToTrash } from '../trash/trash.ts';
import { untagged } from './query-folders.ts';
import { keepFirstVersion, writeQuery } from './query-versions.ts';

/** `/saved_query/` (contract/api.md §2.7): only who made it (and administrators) sees it. */
export const savedQueryResource: Resource<SavedQueryRow, SavedQueryItem> = {
  api: savedQueryApi,
  path: 'saved_query',
  view: 'SavedQuery',
  model: 'Saved Query',
  noun: ['saved query', 'saved queries'],
  table: 'saved_queries',
  permissions: ['can_read', 'can_write', 'can_export'],
  listColumns: columnsOf(savedQueryApi.row, ['sql_tables']),
  showColumns: columnsOf(savedQueryApi.item, ['sql_tables']),
  orderColumns: [
    'catalog',
    'schema',
    'label',
    'description',
    'sql',
    'rows',
    'created_by.first_name',
    'database.database_name',
    'created_on',
    'changed_on_delta_humanized',
    'last_run_delta_humanized',
  ],
  orderBy: { last_run_delta_humanized: sql`t.last_run` },
  defaultOrder: NEWEST_FIRST,
  filters: {
    columns: {
      id: { kind: 'number' },
      label: { kind: 'text' },
      catalog: { kind: 'text' },
      schema: { kind: 'text' },
      database: { kind: 'one', column: 'database_id' },
      ...SIGNED_FILTERS,
      tags: { kind: 'many', link: 'tagged_objects', own: 'object_id', other: 'tag_id' },
    },
    custom: {
      label: {
        all_text: textIn('schema', 'label', 'description', 'sql'),
      },
      id: { saved_query_is_fav: starred('query') },
      created_by: { has_created_by: HAS_MAKER },
      tags: {
        ...tagFilters(OBJECT_TYPES.query, 'saved_query'),
        saved_query_untagged: (value) => (value ? untagged(OBJECT_TYPES.query) : undefined),
      },
    },
  },
  // Administrators see no others than their own either (contract/api.md §2.7, §3.3).
  visible: ({ caller }) => sql<boolean>`t.created_by_id = ${caller.user?.id ?? -1}`,
  related: { database: DATABASES, ...SIGNERS },
  distinct: ['catalog', 'schema'],
  list: savedQueryRows,
  show: oneOf(savedQueryRows),
  create: writing(
    savedQueryApi.create.body,
    async (body, act) => {
      await requireDatabase(body.db_id, act);
      const sql_tables = await tablesOf(body.sql, body.db_id, act);
      const values = {
        ...createdNow(act),
        uuid: act.services.uuid(),
        rows: null,
        last_run: null,
        sql_tables,
        ...storedFields(body),
      };
      const made = await act.services.db
        .insertInto('saved_queries')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      const userId = act.caller.user?.id ?? null;
      const owners = userId === null ? [] : [userId];
      await setOwnTags(
        act.services.db,
        { type: 'query', id: made.id, owners },
        { at: values.created_on, userId },
      );
      await keepFirstVersion(act.services.db, made.id);
      return { id: made.id, result: echoOf(storedFields(body)) };
    },
    422,
  ),
  update: writing(
    savedQueryApi.update.body,
    async (body, id, act) => {
      const { db } = act.services;
      const stored = await db
        .selectFrom('saved_queries')
        .select(['sql', 'database_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (body.db_id !== stored.database_id) await requireDatabase(body.db_id, act);
      const text = body.sql === undefined ? stored.sql : body.sql;
      const sql_tables = await tablesOf(
        text,
        body.db_id === undefined ? stored.database_id : body.db_id,
        act,
      );
      const values = givenTexts(body, [
        'label',
        'description',
        'catalog',
        'schema',
        'sql',
        'template_parameters',
        'extra_json',
      ]);
      const written = {
        ...changedNow(act),
        ...values,
        sql_tables,
        ...(body.db_id !== undefined && { database_id: body.db_id }),
      };
      return { result: echoOf(await rewritten(id, written, act)) };
    },
    422,
  ),
  bareUpdate: true,
  remove: async (ids, act) => {
    await act.services.db.transaction().execute(async (records) => {
      await moveToTrash(records, 'saved_query', ids, act);
      await forgetObjects(records, { type: 'query', favorites: 'query', ids });
      await records.deleteFrom('saved_queries').where('id', 'in', ids).execute();
    });
  },
};

type Fields = Pick<
  Row<'saved_queries'>,
  | 'database_id'
  | 'label'
  | 'description'
  | 'catalog'
  | 'schema'
  | 'sql'
  | 'template_parameters'
  | 'extra_json'
>;

function storedFields(body: SavedQueryBody): Fields {
  return {
    database_id: body.db_id ?? null,
    label: body.label ?? null,
    description: body.description ?? null,
    catalog: body.catalog ?? null,
    schema: body.schema ?? null,
    sql: body.sql ?? null,
    template_parameters: body.template_parameters ?? null,
    extra_json: body.extra_json ?? '{}',
  };
}

function echoOf({
  database_id,
  label,
  description,
  catalog,
  schema,
  sql: text,
  template_parameters,
  extra_json,
}: Fields): SavedQueryEcho {
  return {
    db_id: database_id,
    label,
    description,
    catalog,
    schema,
    sql: text,
    template_parameters,
    extra_json,
  };
}

function rewritten(id: number, values: Partial<Row<'saved_queries'>>, act: Act, words?: string) {
  const { db, config } = act.services;
  return db
    .transaction()
    .execute((records) =>
      writeQuery(records, id, values, { kept: config.SAVED_QUERY_VERSIONS_KEPT, ...(words && { words }) }),
    );
}

/** Makes a saved query what it was; without its database when that is gone or closed to the caller. */
export async function restoreQuery(
  id: number,
  { db_id, ...document }: SavedQueryDocument,
  words: string,
  act: Act,
): Promise<void> {
  const isThere = db_id !== null && (await seenIds(databaseResource, [db_id], act)).has(db_id);
  const database_id = isThere ? db_id : null;
  const sql_tables = await tablesOf(document.sql, database_id, act);
  await rewritten(id, { ...changedNow(act), ...document, database_id, sql_tables }, act, words);
}

async function requireDatabase(id: number | null | undefined, act: Act): Promise<void> {
  if (id === undefined || id === null) return;
  if (!(await seenIds(databaseResource, [id], act)).has(id))
    throw unprocessable({ db_id: ['Database does not exist'] });
}

/** Rows of saved queries with every column that lists and items may show. */
export async function savedQueryRows(ids: number[], act: Act) {
  const { db } = act.services;
  const rows = await db
    .selectFrom('saved_queries')
    .leftJoin('databases', 'databases.id', 'saved_queries.database_id')
    .selectAll('saved_queries')
    .select('database_name')
    .where('saved_queries.id', 'in', ids)
    .execute();
  const audit = await auditOf(rows, act);
  const tags = await tagsOf(db, OBJECT_TYPES.query, ids);
  const shown = rows.map(({ database_name, database_id, ...row }) => ({
    ...row,
    db_id: database_id,
    database: database_id === null || database_name === null ? null : { id: database_id, database_name },
    extra: storedObject(row.extra_json),
    sql_tables: storedTables(row.sql_tables),
    last_run_delta_humanized: row.last_run ? humanized(row.last_run, act.services.now()) : '',
    tags: tags.get(row.id) ?? [],
    ...audit(row),
  }));
  return inOrder(ids, shown);
}

async function tablesOf(
  text: string | null | undefined,
  databaseId: number | null | undefined,
  act: Act,
): Promise<string> {
  if (!databaseId) return '[]';
  const database = await act.services.db
    .selectFrom('databases')
    .select('backend')
    .where('id', '=', databaseId)
    .executeTakeFirst();
  return keptTables(text, database?.backend, act.services.config);
}
