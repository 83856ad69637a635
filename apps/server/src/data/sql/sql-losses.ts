import { ChartroomError } from '@chartroom/model';
import { loadSqlParser, lossesOf } from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataPorts, PlacedDataset, SqlLoss, SqlQuestion } from '../ports.ts';
import { permittedStatements } from './prepare-script.ts';
import { standsAt } from './table-access.ts';

/**
 * What a script would take from those who read tables; it is not run. `datasets` are those on tables of the database.
 * @throws ChartroomError as running it would: 403 for tables that may not be read, 422 for text that is no SQL
 */
export async function sqlLosses(
  database: OpenDatabase,
  question: SqlQuestion,
  datasets: () => Promise<PlacedDataset[]>,
  ports: DataPorts,
): Promise<SqlLoss[]> {
  const statements = await permittedStatements(database, question, ports, await loadSqlParser());
  const losses = statements.flatMap(lossesOf);
  if (losses.length === 0) return [];
  if (!database.source.allow_dml) {
    throw new ChartroomError('This database does not allow for DDL/DML.', {
      status: 403,
      error_type: 'DML_NOT_ALLOWED_ERROR',
      level: 'error',
    });
  }
  const placed = await datasets();
  const usual = { catalog: question.catalog, schema: question.schema };
  return Promise.all(
    losses.map(async (loss) => {
      const { table } = loss;
      const at = { ...table, catalog: table.catalog ?? usual.catalog, schema: table.schema ?? usual.schema };
      const stands = await Promise.all(
        placed.map((dataset) =>
          standsAt(dataset, { ...at, table: table.table || dataset.table_name }, database),
        ),
      );
      return { ...loss, datasets: placed.filter((_, place) => stands[place]).map(({ id }) => id) };
    }),
  );
}
