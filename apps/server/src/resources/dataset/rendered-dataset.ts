import { ChartroomError, isJsonObject } from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { unprocessable } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import { plainSql } from './dataset-columns.ts';

/**
 * What is shown of a dataset with its templates rendered as for nobody in particular (contract/api.md §2.2): `rendered_sql`, and
 * `rendered_expression` of each metric and column that computes something.
 * @throws ChartroomError 422 for a template that cannot be rendered, naming where it stands
 */
export async function withRendered(
  shown: Record<string, unknown>,
  id: number,
  act: Act<Ground & WithData>,
): Promise<Record<string, unknown>> {
  const origin = await act.services.db
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const render = async (part: string, text: string) => {
    try {
      return await plainSql(text, origin, act);
    } catch (error) {
      if (!(error instanceof ChartroomError) || error.status >= 500) throw error;
      throw unprocessable(`Unable to render expression from dataset ${part}. ${error.message}`);
    }
  };
  const renderAll = async (part: string, items: unknown[]): Promise<unknown[]> => {
    const told: unknown[] = [];
    for (const item of items) {
      const expression = isJsonObject(item) ? item.expression : undefined;
      const isComputed = typeof expression === 'string' && expression !== '';
      told.push(
        isJsonObject(item) && isComputed
          ? { ...item, rendered_expression: await render(part, expression) }
          : item,
      );
    }
    return told;
  };
  const { sql, metrics, columns } = shown;
  return {
    ...shown,
    ...(typeof sql === 'string' && sql !== '' && { rendered_sql: await render('query', sql) }),
    ...(Array.isArray(metrics) && { metrics: await renderAll('metric', metrics) }),
    ...(Array.isArray(columns) && { columns: await renderAll('calculated column', columns) }),
  };
}
