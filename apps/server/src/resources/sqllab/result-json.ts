import { type LabQuery, ownMember, type ResultColumn, type SqlAnswer } from '@chartroom/model';
import type { Frame } from '@chartroom/query';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';

/**
 * The answer of a run: its query, its columns and at most `most` rows (contract/query.md §5.1, §1.13). What a column
 * holds is told by the engine's name of its type (contract/query.md §3.6); nothing is told of types that have no rule. Rejects with 413 when
 * it is too large to be written.
 */
export async function resultJson(
  query: LabQuery,
  queryId: number,
  frame: Frame,
  { most, backend }: { most: number; backend: string },
  { services, caller, signal }: Pick<Act<Ground & WithData>, 'services' | 'caller' | 'signal'>,
): Promise<Buffer> {
  const { genericTypeOf } = await import('@chartroom/query');
  const { dialects } = await import('@chartroom/engines');
  const dialect = ownMember(dialects, backend) ?? { nativeTypes: [] };
  const columns: ResultColumn[] = frame.columns.map((column) => ({
    column_name: column.name,
    name: column.name,
    type: column.nativeType.toUpperCase(),
    type_generic: genericTypeOf(column.nativeType, dialect) ?? null,
    is_dttm: column.kind === 'timestamp' || column.kind === 'date',
  }));
  const facts: Omit<SqlAnswer, 'data'> = {
    status: 'success',
    query_id: queryId,
    query,
    columns,
    selected_columns: columns,
    expanded_columns: [],
    ...(frame.length > most && { displayLimitReached: true }),
  };
  return (await services.data()).writeLabRows(frame, facts, most, caller.principal, signal);
}
