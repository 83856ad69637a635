import type { ColumnProfile, sqlLabApi } from '@chartroom/model';
import { windowText } from '@chartroom/query';
import type { z } from 'zod';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { listed } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import { requireTable } from '../database/database-browse.ts';
import { databaseExtra } from '../database/database-rows.ts';
import { findDatabase } from '../database/seen-database.ts';
import { columnSummary } from './column-summary.ts';
import { unknownDatabase } from './execute-query.ts';

/** Rows of a table that are looked at, and seconds that this may take. */
const ROWS = 10_000;
const SECONDS = 10;

/**
 * What the first rows of a table say of a column: those that the asker may see of it, as in a query of theirs.
 * @throws ChartroomError 404 for a table that is not there for them, 403 where previews are switched off
 */
export async function columnProfile(
  { database_id, table, column, ...given }: z.output<typeof sqlLabApi.columnProfile.body>,
  act: Act<Ground & WithData>,
): Promise<ColumnProfile> {
  const database = await findDatabase(database_id, act);
  if (!database) throw unknownDatabase(database_id);
  if (databaseExtra(database).disable_data_preview === true)
    throw listed(
      403,
      'GENERIC_DB_ENGINE_ERROR',
      'Previews of data are switched off for this database.',
      'error',
    );
  const place = { catalog: given.catalog || null, schema: given.schema || null };
  await requireTable(database, { table, ...place }, act);
  const { engineById } = await import('@chartroom/engines');
  const engine = engineById(database.backend);
  if (!engine) throw unknownDatabase(database_id);
  const { dialect } = engine;
  const quoted = [place.catalog, place.schema, table].flatMap((part) =>
    part === null ? [] : dialect.quoteIdentifier(part),
  );
  const { head, tail } = windowText({ limit: ROWS, sorted: false }, dialect);
  const data = await act.services.data();
  const { frame } = await data.runSql({
    databaseId: database.id,
    ...place,
    sql: [`SELECT ${head} ${dialect.quoteIdentifier(column)}`, `FROM ${quoted.join('.')}`, ...tail].join(
      '\n',
    ),
    limit: ROWS,
    who: act.caller.principal,
    signal: act.signal,
    timeout: SECONDS,
  });
  const [values] = frame.columns;
  if (!values) throw new Error('A question for one column was answered with none.');
  return {
    type: values.nativeType,
    rows: frame.length,
    isWhole: frame.length < ROWS,
    ...columnSummary(values),
  };
}
