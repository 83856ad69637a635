import { ChartroomError } from '@chartroom/model';

/** What a dataset stands on is one statement that reads; anything else is refused where it is written. */
export function notOneReading(): ChartroomError {
  return new ChartroomError('Only one `SELECT` statement can be a dataset.', {
    status: 422,
    error_type: 'INVALID_SQL_ERROR',
    shape: 'message',
  });
}

/** Whether statements are a single one that reads. */
export function isOneReading(statements: readonly { isQuery: boolean; reads: boolean }[]): boolean {
  const [statement, ...others] = statements;
  return others.length === 0 && statement?.isQuery === true && statement.reads;
}
