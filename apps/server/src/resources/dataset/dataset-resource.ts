import { columnsOf, type DatasetItem, type DatasetRow, datasetApi } from '@chartroom/model';
import { sql } from 'kysely';
import { onlyIf, SIGNED_FILTERS } from '../../lists/common-filters.ts';
import { datasetReadable, datasetView } from '../../security/data-grants.ts';
import { removeViews } from '../../security/role-setup.ts';
import { DATABASES, OWNERS, SIGNERS } from '../related.ts';
import { type Resource, writing } from '../resource.ts';
import { moveToTrash } from '../trash/trash.ts';
import { DATASET_OWNERS, datasetRow, datasetRows } from './dataset-rows.ts';
import { changeDataset, createDataset, datasetsChanged } from './dataset-writes.ts';
import { withRendered } from './rendered-dataset.ts';

/** Whether a query parameter says yes, in any of the words that clients use. */
function isOn(flag: unknown): boolean {
  return typeof flag === 'string' && ['true', 't', 'yes', 'y', 'on', '1'].includes(flag.toLowerCase());
}

/** `/dataset/` (contract/api.md §2.2). */
export const datasetResource: Resource<DatasetRow, DatasetItem> = {
  api: datasetApi,
  path: 'dataset',
  view: 'Dataset',
  model: 'Sqla Table',
  noun: ['dataset', 'datasets'],
  table: 'datasets',
  permissions: [
    'can_read',
    'can_write',
    'can_export',
    'can_duplicate',
    'can_get_or_create_dataset',
    'can_get_drill_info',
    'can_warm_up_cache',
  ],
  listColumns: columnsOf(datasetApi.row),
  showColumns: columnsOf(datasetApi.item),
  orderColumns: [
    'table_name',
    'catalog',
    'schema',
    'changed_by.first_name',
    'changed_on_delta_humanized',
    'database.database_name',
  ],
  filters: {
    columns: {
      id: { kind: 'number' },
      uuid: { kind: 'text' },
      table_name: { kind: 'text' },
      catalog: { kind: 'text' },
      schema: { kind: 'text' },
      sql: { kind: 'text' },
      database: { kind: 'one', column: 'database_id' },
      ...SIGNED_FILTERS,
      owners: { kind: 'many', link: 'dataset_owners', own: 'dataset_id', other: 'user_id' },
    },
    custom: {
      sql: {
        // Written as the expressions of indexes.
        dataset_is_null_or_empty: onlyIf(
          sql<boolean>`case when coalesce(t.sql, '') = '' then 1 else 0 end = 1`,
        ),
      },
      id: {
        dataset_is_certified: onlyIf(
          sql<boolean>`case when upper(t.extra) like '%"CERTIFICATION":%' then 1 else 0 end = 1`,
        ),
      },
    },
  },
  visible: ({ caller }) => datasetReadable(caller.grants, caller.user?.id, 't'),
  ownership: DATASET_OWNERS,
  related: { database: DATABASES, owners: OWNERS, ...SIGNERS },
  distinct: ['catalog', 'schema'],
  versioned: true,
  list: datasetRows,
  show: datasetRow,
  tellMore: async (shown, id, act, flags) =>
    isOn(flags.include_rendered_sql) ? withRendered(shown, id, act) : shown,
  create: writing(datasetApi.create.body, async (body, act) => {
    const { id, data } = await createDataset(body, act);
    return { id, result: body, more: { data } };
  }),
  update: writing(
    datasetApi.update.body,
    async (body, id, act, { flags, expected }) => ({
      result: await changeDataset(id, body, { override: isOn(flags.override_columns), expected }, act),
    }),
    'listed',
  ),
  remove: async (ids, act) => {
    const { db } = act.services;
    const rows = await db
      .selectFrom('datasets')
      .innerJoin('databases', 'databases.id', 'datasets.database_id')
      .select(['datasets.id', 'table_name', 'database_name'])
      .where('datasets.id', 'in', ids)
      .execute();
    await db.transaction().execute(async (records) => {
      await moveToTrash(records, 'dataset', ids, act);
      await removeViews(
        records,
        rows.map((row) => datasetView(row.database_name, row)),
      );
      await records.deleteFrom('datasets').where('id', 'in', ids).execute();
    });
    datasetsChanged(act);
  },
};
