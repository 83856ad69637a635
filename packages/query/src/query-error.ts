import { ChartroomError } from '@chartroom/model';

/**
 * A question that cannot be answered as asked: 400, `{"message": …}`. The edge writes `Error: ` before
 * the messages that arise while compiling or shaping, and none before those of `normalizeQuery`.
 */
export function queryError(message: string): ChartroomError {
  return new ChartroomError(message, { status: 400, error_type: 'GENERIC_COMMAND_ERROR', shape: 'message' });
}

/** Free SQL that is not one balanced expression: 400, `Invalid SQL clause: …`. */
export function clauseError(clause: string): ChartroomError {
  return queryError(`Invalid SQL clause: ${clause}`);
}

/** A sub-query in free SQL of a filter: 403 (contract/query.md §1.5). */
export function subqueryError(): ChartroomError {
  return new ChartroomError('Custom SQL fields cannot contain sub-queries.', {
    status: 403,
    error_type: 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR',
    level: 'error',
  });
}
