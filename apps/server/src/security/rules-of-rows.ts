import type { GuestPass, RowRule, RuledDataset } from '../data/ports.ts';
import type { Db } from '../records/records.ts';

type RuleOfDataset = RowRule & { dataset_id: number };

/** The rules of one dataset for the holders of some roles. */
export async function readRules(db: Db, roles: readonly string[], datasetId: number): Promise<RowRule[]> {
  const rules = await applying(db, roles, [datasetId]);
  return rules.map(({ dataset_id: _, ...rule }) => rule);
}

/** Every dataset on a table that has rules for the holders of some roles. A virtual dataset stands on no table. */
export async function readRuledDatasets(db: Db, roles: readonly string[]): Promise<RuledDataset[]> {
  const rules = await applying(db, roles);
  const datasets = await datasetsOnTables(db, new Set(rules.map(({ dataset_id }) => dataset_id)));
  return datasets.map((dataset) => ({
    ...dataset,
    rules: rules.filter(({ dataset_id }) => dataset_id === dataset.id),
  }));
}

/** Clauses of a guest's token for a dataset: each narrows what is seen. */
export function guestRules({ rules }: GuestPass, datasetId: number): RowRule[] {
  const own = rules.filter(({ dataset }) => dataset === null || dataset === datasetId);
  return own.map(({ clause }) => ({ id: 0, clause, group_key: null }));
}

/**
 * The same with the clauses of a guest's token that name a dataset. Those for all datasets hold on the one that is asked,
 * whose columns they speak of.
 */
export async function withGuestRules(
  db: Db,
  ofRoles: readonly RuledDataset[],
  { rules }: GuestPass,
): Promise<RuledDataset[]> {
  const named = rules.flatMap(({ dataset, clause }) =>
    dataset === null ? [] : [{ dataset, rule: { id: 0, clause, group_key: null } }],
  );
  if (named.length === 0) return [...ofRoles];
  const known = new Set(ofRoles.map(({ id }) => id));
  const others = await datasetsOnTables(
    db,
    new Set(named.map(({ dataset }) => dataset).filter((id) => !known.has(id))),
  );
  return [...ofRoles, ...others.map((dataset) => ({ ...dataset, rules: [] }))].map((each) => ({
    ...each,
    rules: [...each.rules, ...named.filter(({ dataset }) => dataset === each.id).map(({ rule }) => rule)],
  }));
}

async function datasetsOnTables(db: Db, ids: ReadonlySet<number>): Promise<Omit<RuledDataset, 'rules'>[]> {
  if (ids.size === 0) return [];
  return db
    .selectFrom('datasets')
    .select(['id', 'database_id', 'catalog', 'schema', 'table_name', 'template_params'])
    .where('id', 'in', [...ids])
    .where((where) => where.or([where('sql', 'is', null), where('sql', '=', '')]))
    .execute();
}

/** Regular rules apply to holders of a listed role, base rules to everybody else (contract/api.md §3.6). */
async function applying(
  db: Db,
  roles: readonly string[],
  datasets?: readonly number[],
): Promise<RuleOfDataset[]> {
  const all = db
    .selectFrom('row_rules')
    .innerJoin('row_rule_datasets', 'row_rule_datasets.row_rule_id', 'row_rules.id')
    .select(['row_rules.id', 'clause', 'group_key', 'filter_type', 'row_rule_datasets.dataset_id'])
    .orderBy('row_rules.id');
  const rules = await (datasets ? all.where('row_rule_datasets.dataset_id', 'in', datasets) : all).execute();
  if (rules.length === 0) return [];
  const holders = await db
    .selectFrom('row_rule_roles')
    .innerJoin('roles', 'roles.id', 'row_rule_roles.role_id')
    .where('row_rule_id', 'in', [...new Set(rules.map((rule) => rule.id))])
    .select(['row_rule_id', 'roles.name'])
    .execute();
  const held = new Set(holders.filter((row) => roles.includes(row.name)).map((row) => row.row_rule_id));
  return rules
    .filter((rule) => (rule.filter_type === 'Base' ? !held.has(rule.id) : held.has(rule.id)))
    .map(({ id, clause, group_key, dataset_id }) => ({ id, clause, group_key, dataset_id }));
}
