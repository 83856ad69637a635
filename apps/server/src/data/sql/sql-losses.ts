import { ChartroomError } from '@chartroom/model';
import { loadSqlParser, lossesOf, type SqlParser } from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataPorts, SqlQuestion } from '../ports.ts';
import type { PlacedDataset, SqlLoss } from '../sql-loss.ts';
import { permittedStatements } from './prepare-script.ts';
import { standsAt } from './table-access.ts';

/**
 * What a script would take from those who read tables; it is not run. `datasets` are those of the database, on tables and on SQL.
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
  const parser = await loadSqlParser();
  return Promise.all(
    losses.map(async (loss) => {
      const { table } = loss;
      const at = { ...table, catalog: table.catalog ?? usual.catalog, schema: table.schema ?? usual.schema };
      const stands = await Promise.all(
        placed.map(async (dataset) => {
          const read = dataset.sql ? tablesRead(dataset, dataset.sql, at.table, parser, database) : [dataset];
          const found = await Promise.all(
            read.map((each) => standsAt(each, { ...at, table: at.table || each.table_name }, database)),
          );
          return found.includes(true);
        }),
      );
      return { ...loss, datasets: placed.filter((_, place) => stands[place]).map(({ id }) => id) };
    }),
  );
}

type Place = Pick<PlacedDataset, 'catalog' | 'schema' | 'table_name'>;

/** Where the tables lead that a virtual dataset reads, as far as `table` may be one of them; all when that is empty. */
function tablesRead(
  { catalog, schema }: Place,
  sql: string,
  table: string,
  parser: SqlParser,
  database: OpenDatabase,
): Place[] {
  // Of many datasets few name the table: to look for its name takes far less than to read their SQL.
  if (!sql.toLowerCase().includes(table.toLowerCase())) return [];
  const { dialect } = database.engine;
  // SQL that cannot be read yet, for its templates, is said to read what it names: rather a dataset too many.
  if (parser.problemOf(sql, dialect)) return table ? [{ catalog, schema, table_name: table }] : [];
  return parser
    .parse(sql, dialect)
    .flatMap((statement) => statement.tables)
    .map((each) => ({
      catalog: each.catalog ?? catalog,
      schema: each.schema ?? schema,
      table_name: each.table,
    }));
}
