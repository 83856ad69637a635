import { columnsOf, type RowRuleItem, type RowRuleRow, rowRuleApi } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { SIGNED_FILTERS } from '../../lists/common-filters.ts';
import type { Db } from '../../records/records.ts';
import { changedNow, createdNow, groupBy } from '../people.ts';
import { givenTexts, oneOf, plainRows, requireAll, requireUnique } from '../plain-rows.ts';
import { named, SIGNERS } from '../related.ts';
import { type Resource, writing } from '../resource.ts';
import { requireSoundRule } from './check-rule.ts';

/** `/rowlevelsecurity/` (contract/api.md §2.13): which rows of which datasets whom are shown. */
export const rowRuleResource: Resource<RowRuleRow, RowRuleItem> = {
  api: rowRuleApi,
  path: 'rowlevelsecurity',
  view: 'Row Level Security',
  model: 'Row Level Security Filter',
  noun: ['rule', 'rules'],
  table: 'row_rules',
  permissions: ['can_read', 'can_write'],
  listColumns: columnsOf(rowRuleApi.row),
  showColumns: columnsOf(rowRuleApi.item),
  orderColumns: ['name', 'filter_type', 'clause', 'changed_on_delta_humanized', 'group_key'],
  filters: {
    columns: {
      name: { kind: 'text' },
      description: { kind: 'text' },
      group_key: { kind: 'text' },
      clause: { kind: 'text' },
      filter_type: { kind: 'enum' },
      tables: { kind: 'many', link: 'row_rule_datasets', own: 'row_rule_id', other: 'dataset_id' },
      roles: { kind: 'many', link: 'row_rule_roles', own: 'row_rule_id', other: 'role_id' },
      ...SIGNED_FILTERS,
    },
  },
  related: { tables: named('datasets', 'table_name', 'ct'), roles: named('roles', 'name', 'ct'), ...SIGNERS },
  list: ruleRows,
  show: oneOf(ruleRows),
  create: writing(rowRuleApi.create.body, async ({ tables, roles, ...plain }, act) => {
    const id = await act.services.db.transaction().execute(async (records) => {
      await requireUnique(
        records,
        { table: 'row_rules', column: 'name', value: plain.name },
        { name: ['Name must be unique'] },
      );
      const made = await records
        .insertInto('row_rules')
        .values({
          ...createdNow(act),
          ...plain,
          description: plain.description ?? null,
          group_key: plain.group_key ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await setTables(records, made.id, tables);
      await setRoles(records, made.id, roles);
      await requireSoundRule(records, made.id, act.services.config);
      return made.id;
    });
    act.services.sources.forget();
    return { id, result: { ...plain, tables, roles } };
  }),
  update: writing(rowRuleApi.update.body, async (body, id, act) => {
    const { tables, roles, ...plain } = body;
    await act.services.db.transaction().execute(async (records) => {
      if (plain.name) {
        await requireUnique(
          records,
          { table: 'row_rules', column: 'name', value: plain.name, except: id },
          { name: ['Name must be unique'] },
        );
      }
      const values = givenTexts(plain, ['name', 'description', 'filter_type', 'group_key', 'clause']);
      await records
        .updateTable('row_rules')
        .set({ ...changedNow(act), ...values })
        .where('id', '=', id)
        .execute();
      if (tables) await setTables(records, id, tables);
      if (roles) await setRoles(records, id, roles);
      if (tables || plain.clause !== undefined) await requireSoundRule(records, id, act.services.config);
    });
    act.services.sources.forget();
    return { result: body };
  }),
  remove: async (ids, { services }) => {
    await services.db.deleteFrom('row_rules').where('id', 'in', ids).execute();
    services.sources.forget();
  },
};

async function setTables(records: Db, row_rule_id: number, given: number[]): Promise<void> {
  const tables = await requireAll(records, 'datasets', given, { tables: ['Datasource does not exist'] });
  await records.deleteFrom('row_rule_datasets').where('row_rule_id', '=', row_rule_id).execute();
  const rows = tables.map((dataset_id) => ({ row_rule_id, dataset_id }));
  if (rows.length > 0) await records.insertInto('row_rule_datasets').values(rows).execute();
}

async function setRoles(records: Db, row_rule_id: number, given: number[]): Promise<void> {
  const roles = await requireAll(records, 'roles', given, { roles: ['Some roles do not exist'] });
  await records.deleteFrom('row_rule_roles').where('row_rule_id', '=', row_rule_id).execute();
  const rows = roles.map((role_id) => ({ row_rule_id, role_id }));
  if (rows.length > 0) await records.insertInto('row_rule_roles').values(rows).execute();
}

async function ruleRows(ids: number[], act: Act): Promise<(RowRuleRow & RowRuleItem)[]> {
  const { db } = act.services;
  const rows = await plainRows('row_rules')(ids, act);
  const tables = await sql<{ rule: number; id: number; schema: string | null; table_name: string }>`
    select l.row_rule_id as rule, d.id as id, d.schema as schema, d.table_name as table_name
    from row_rule_datasets as l join datasets as d on d.id = l.dataset_id where l.row_rule_id in (${sql.join(ids)}) order by d.id`.execute(
    db,
  );
  const roles = await sql<{ rule: number; id: number; name: string }>`
    select l.row_rule_id as rule, r.id as id, r.name as name
    from row_rule_roles as l join roles as r on r.id = l.role_id where l.row_rule_id in (${sql.join(ids)}) order by r.id`.execute(
    db,
  );
  const byRule = <Item extends { rule: number }>(items: Item[]) =>
    groupBy(
      items,
      (item) => item.rule,
      ({ rule: _, ...rest }) => rest,
    );
  const tablesOf = byRule(tables.rows);
  const rolesOf = byRule(roles.rows);
  return rows.map((row) => ({
    ...row,
    tables: tablesOf.get(row.id) ?? [],
    roles: rolesOf.get(row.id) ?? [],
  }));
}
