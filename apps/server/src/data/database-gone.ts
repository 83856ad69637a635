import { ChartroomError } from '@chartroom/model';

/** 404: the database was deleted while something was asked of it. */
export function databaseGone(): ChartroomError {
  return new ChartroomError('The database was deleted while the query ran.', {
    status: 404,
    error_type: 'DATABASE_NOT_FOUND_ERROR',
    level: 'error',
  });
}
