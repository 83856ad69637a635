import { CUT_AT, LAB_FILE_FORMATS, type LabFileFormat } from '@chartroom/model';
import type { EncodedAnswer, WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { badRequest, forbidden } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
import { noResults } from './kept-rows.ts';
import { wholeSqlOf } from './query-extra.ts';

/** What file is asked for: texts of the address. */
export interface AskedFile {
  clientId: string;
  format: string | undefined;
  rows: string | undefined;
}

/**
 * The rows of a run as a file: as many as it was limited to, or all of them (`rows=all`), as far as the operator lets a file
 * grow. They are asked of the database again.
 * @throws ChartroomError 404 for a run that is not known, 403 for somebody else's, 422 for what would write again
 */
export async function exportedRows(asked: AskedFile, act: Act<Ground & WithData>): Promise<EncodedAnswer> {
  const format = formatOf(asked.format);
  const row = await runOf(asked.clientId, act);
  const { config, now } = act.services;
  const whole = asked.rows === 'all' ? wholeSqlOf(row.extra) : undefined;
  const most = config.EXPORT_MAX_ROW ?? Number.POSITIVE_INFINITY;
  const limit = row.limit ?? config.SQL_MAX_ROW;
  const data = await act.services.data();
  const file = await data.exportSql({
    databaseId: row.database_id,
    catalog: row.catalog,
    schema: row.schema,
    // What was run holds no templates any more; its parameters are not kept.
    sql: row.select_sql ?? whole ?? row.executed_sql ?? row.sql,
    limit: whole === undefined ? limit : 0,
    most,
    timeout: config.SQLLAB_ASYNC_TIME_LIMIT_SEC,
    format,
    tellsCut: whole === undefined ? most < limit : Number.isFinite(most),
    who: act.caller.principal,
    signal: act.signal,
  });
  const isKnownCut = whole === undefined && row.limiting_factor === 'DROPDOWN';
  const at = now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const name = `sqllab_${(row.tab_name ?? 'query').replaceAll(/[^\w-]+/g, '_')}_${at}`;
  return {
    ...file,
    headers: {
      'content-disposition': `attachment; filename=${name}.${format}`,
      ...(isKnownCut && { [CUT_AT]: String(limit) }),
      ...file.headers,
    },
  };
}

function formatOf(text: string | undefined): LabFileFormat {
  if (text === undefined) return 'csv';
  const format = LAB_FILE_FORMATS.find((each) => each === text);
  if (format) return format;
  throw badRequest(`There is no format "${text}": ${LAB_FILE_FORMATS.join(', ')}.`);
}

async function runOf(clientId: string, act: Act): Promise<Row<'queries'>> {
  const rows = await act.services.db
    .selectFrom('queries')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();
  const row = rows.find(({ user_id }) => user_id === callerId(act.caller)) ?? rows[0];
  if (!row) throw noResults(404, 'The query of these results is not known');
  if (row.user_id !== callerId(act.caller) && !act.caller.isAdmin) throw forbidden();
  return row;
}
