import { ChartroomError } from '@chartroom/model';
import { RecordsLostError } from '../records/records-lost.ts';

/** Numbers by which SQLite tells what is wrong (its manual, "Result and Error Codes"); the low byte of extended ones. */
const SQLITE: Readonly<Record<number, string>> = {
  5: 'The records are in use by another process. Nothing was saved; please try again in a moment.',
  6: 'The records are in use by another process. Nothing was saved; please try again in a moment.',
  8: 'The records cannot be written: their file or folder is read-only. Nothing was saved.',
  10: 'The disk of the records fails to read or write. Nothing was saved.',
  11: 'The file of the records is damaged. Stop the server and put a backup in its place.',
  13: 'The disk is full. Nothing was saved; make room and try again.',
  14: 'The file of the records cannot be opened. Nothing was saved.',
  26: 'The file of the records is damaged. Stop the server and put a backup in its place.',
};

/** Codes of the operating system and of PostgreSQL, where records may be too. */
const CODES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Nothing was saved; make room and try again.',
  EDQUOT: 'The disk is full. Nothing was saved; make room and try again.',
  EROFS: 'The folder of the data is read-only. Nothing was saved.',
  EMFILE: 'The server has too many files open. Please try again in a moment.',
  ECONNREFUSED: 'The records cannot be reached. Nothing was saved; please try again in a moment.',
  53100: 'The disk of the records is full. Nothing was saved; make room and try again.',
  53300: 'The records have too many connections. Nothing was saved; please try again in a moment.',
  '55P03': 'The records are in use by another process. Nothing was saved; please try again in a moment.',
  '40001': 'Somebody else saved the same at the same moment. Nothing was saved; please try again.',
  '40P01': 'Somebody else saved the same at the same moment. Nothing was saved; please try again.',
  57014: 'The records took too long to answer. Nothing was saved; please try again in a moment.',
  '57P01': 'The records were shut down. Nothing was saved; please try again in a moment.',
  '57P03': 'The records are starting up. Nothing was saved; please try again in a moment.',
};

/** 503 for what is wrong with the disk or with the records and not with the request; undefined for other errors. */
export function storageProblem(error: Error): ChartroomError | undefined {
  const message = error instanceof RecordsLostError ? error.message : codeOf(error);
  if (message === undefined) return undefined;
  return new ChartroomError(message, {
    status: 503,
    error_type: 'GENERIC_BACKEND_ERROR',
    level: 'error',
    cause: error,
  });
}

function codeOf(error: Error): string | undefined {
  return 'errcode' in error && typeof error.errcode === 'number'
    ? SQLITE[error.errcode & 0xff]
    : codeMessage(error);
}

function codeMessage(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? CODES[error.code] : undefined;
}
