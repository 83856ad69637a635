import { ChartroomError, isJsonObject, type sqlLabApi } from '@chartroom/model';
import type { z } from 'zod';
import type { DataService, SqlQuestion, WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';
import { unknownDatabase } from './execute-query.ts';

/**
 * Asks an engine's planner about SQL that is not run.
 * @throws ChartroomError 404 for an unknown database, 408 when it takes too long, and what `ask` does
 */
export async function askPlanner<Answer>(
  body: z.output<typeof sqlLabApi.estimate.body>,
  act: Act<Ground & WithData>,
  ask: (data: DataService, question: SqlQuestion) => Promise<Answer>,
): Promise<Answer> {
  const database = await act.services.db
    .selectFrom('databases')
    .select('id')
    .where('id', '=', body.database_id)
    .executeTakeFirst();
  if (!database) throw unknownDatabase(body.database_id);
  const data = await act.services.data();
  const limit = AbortSignal.timeout(act.services.config.SQLLAB_QUERY_COST_ESTIMATE_TIMEOUT * 1000);
  try {
    return await ask(data, {
      databaseId: database.id,
      catalog: body.catalog ?? null,
      schema: body.schema ?? null,
      sql: body.sql,
      ...(isJsonObject(body.template_params) && { templateParams: body.template_params }),
      who: act.caller.principal,
      signal: AbortSignal.any([act.signal, limit]),
    });
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new ChartroomError('The estimate took too long.', {
      status: 408,
      error_type: 'SQLLAB_TIMEOUT_ERROR',
      level: 'error',
    });
  }
}
