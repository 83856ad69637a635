import { ChartroomError } from '@chartroom/model';
import type { Config } from '../../base/config.ts';
import { boundsOf } from '../../base/settings/bound-settings.ts';
import { unprocessable } from '../../http/errors.ts';
import type { Db } from '../../records/records.ts';

/** Text that only becomes SQL when a question is asked. */
const TEMPLATE = /\{\{|\{%|\{#/;

/**
 * Refuses a stored rule whose clause is no single condition in the engines of its datasets: it would fail every chart of
 * theirs. Clauses with templates are checked when they are rendered.
 * @throws HttpError 422 naming the clause
 */
export async function requireSoundRule(records: Db, id: number, config: Config): Promise<void> {
  const rows = await records
    .selectFrom('row_rules')
    .innerJoin('row_rule_datasets', 'row_rule_datasets.row_rule_id', 'row_rules.id')
    .innerJoin('datasets', 'datasets.id', 'row_rule_datasets.dataset_id')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['row_rules.clause', 'databases.backend'])
    .distinct()
    .where('row_rules.id', '=', id)
    .execute();
  const [{ checkedRule, loadSqlParser }, { engineById }, { withSqlSettings }] = await Promise.all([
    import('@chartroom/query'),
    import('@chartroom/engines'),
    import('../../data/sql/sql-settings.ts'),
  ]);
  await loadSqlParser();
  const { DISALLOWED_SQL_FUNCTIONS: disallowed_functions, ALLOWED_SQL_FUNCTIONS: allowed_functions } = config;
  const settings = { disallowed_functions, allowed_functions, bounds: boundsOf(config) };
  for (const { clause, backend } of rows) {
    const dialect = engineById(backend)?.dialect;
    if (!dialect || TEMPLATE.test(clause)) continue;
    try {
      checkedRule(clause, withSqlSettings(dialect, settings));
    } catch (error) {
      if (error instanceof ChartroomError) throw unprocessable({ clause: [error.message] });
      throw error;
    }
  }
}
