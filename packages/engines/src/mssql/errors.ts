import { ChartroomError, type ErrorType } from '@chartroom/model';
import type { ConnectionContext } from '../engine.ts';

type Wording = (match: RegExpExecArray, context: ConnectionContext) => string;
interface Rule {
  pattern: RegExp;
  error_type: ErrorType;
  message: Wording;
}

export const ENGINE_NAME = 'Microsoft SQL Server';
const keep: Wording = (match) => match.input;
const host = (match: RegExpExecArray, context: ConnectionContext): string =>
  match.groups?.hostname ?? context.hostname ?? '';

/** Texts of FreeTDS and of the Node driver, first match wins; wordings as in the conformance table of engine errors. */
const RULES: readonly Rule[] = [
  {
    pattern: /Login failed for user '(?<username>.*?)'/,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: (match, context) =>
      `Either the username "${match.groups?.username ?? ''}", password, or database name "${context.database ?? ''}" is incorrect.`,
  },
  {
    pattern: /Cannot open database "(?<database>.*?)" requested by the login/,
    error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    message: (match) => `Unable to connect to database "${match.groups?.database ?? ''}".`,
  },
  {
    pattern:
      /Adaptive Server is unavailable or does not exist \((?<hostname>.*?)\)(?!.*Net-Lib error)|getaddrinfo \w+ (?<name>\S+)/,
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    message: (match, context) =>
      `The hostname "${match.groups?.name ?? host(match, context)}" cannot be resolved.`,
  },
  {
    pattern: /Net-Lib error during Connection refused \(61\)|ECONNREFUSED/,
    error_type: 'CONNECTION_PORT_CLOSED_ERROR',
    message: (match, context) =>
      `Port ${context.port ?? ''} on hostname "${host(match, context)}" refused the connection.`,
  },
  {
    pattern:
      /Net-Lib error during Operation timed out|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|Failed to connect to .* in \d+ms/,
    error_type: 'CONNECTION_HOST_DOWN_ERROR',
    message: (match, context) =>
      `The host "${host(match, context)}" might be down, and can't be reached on port ${context.port ?? ''}.`,
  },
  { pattern: /Incorrect syntax near/, error_type: 'SYNTAX_ERROR', message: keep },
  { pattern: /Invalid column name '.*?'/, error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: keep },
  { pattern: /Invalid object name '.*?'/, error_type: 'TABLE_DOES_NOT_EXIST_ERROR', message: keep },
  {
    pattern: /is not a recognized .*function name|Could not find stored procedure/,
    error_type: 'OBJECT_DOES_NOT_EXIST_ERROR',
    message: keep,
  },
];

/** What a text of SQL Server or its driver means. Status 400: the question or the connection is at fault. */
export function classifyMssqlError(text: string, context: ConnectionContext): ChartroomError {
  for (const rule of RULES) {
    const match = rule.pattern.exec(text);
    if (match) return dbError(rule.message(match, context), rule.error_type);
  }
  return dbError(text, 'GENERIC_DB_ENGINE_ERROR');
}

function dbError(message: string, error_type: ErrorType): ChartroomError {
  return new ChartroomError(message, {
    status: 400,
    error_type,
    level: 'error',
    extra: { engine_name: ENGINE_NAME },
  });
}
