import { ChartroomError } from '@chartroom/model';

/** 503 for a question to a database whose connection was closed under it. */
export function closedConnection(): ChartroomError {
  return new ChartroomError(
    'The connection to this database was closed because its settings changed. Please run the query again.',
    {
      status: 503,
      error_type: 'GENERIC_DB_ENGINE_ERROR',
    },
  );
}
