import { ChartroomError, type ErrorType } from '@chartroom/model';
import type { ConnectionContext } from '../engine.ts';
import { lostConnection } from '../network/lost-connection.ts';

type Wording = (match: RegExpExecArray, context: ConnectionContext) => string;
/** A text of the server or its driver, and what is said of it. */
export interface PostgresRule {
  pattern: RegExp;
  error_type: ErrorType;
  message: Wording;
}

const keep: Wording = (match) => match.input;
const refused: Wording = (match, context) =>
  `Port ${match.groups?.port ?? context.port ?? ''} on hostname "${match.groups?.hostname ?? context.hostname ?? ''}" refused the connection.`;
const down: Wording = (match, context) =>
  `The host "${match.groups?.hostname ?? context.hostname ?? ''}" might be down, and can't be reached on port ${match.groups?.port ?? context.port ?? ''}.`;
const SERVER =
  'Is the server running on host "(?<hostname>.*?)"(?: \\(.*?\\))? and accepting\\s+TCP/IP connections on port (?<port>\\d+)\\?';

/** Texts of libpq and of the Node driver, first match wins; wordings as in the conformance table of engine errors. */
const RULES: readonly PostgresRule[] = [
  {
    pattern: /role "(.*?)" does not exist/,
    error_type: 'CONNECTION_INVALID_USERNAME_ERROR',
    message: (match) => `The username "${match[1]}" does not exist.`,
  },
  {
    pattern: /password authentication failed for user "(.*?)"/,
    error_type: 'CONNECTION_INVALID_PASSWORD_ERROR',
    message: (match) => `The password provided for username "${match[1]}" is incorrect.`,
  },
  {
    pattern: /could not translate host name "(.*?)" to address|getaddrinfo \w+ (.*)/,
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    message: (match) => `The hostname "${match[1] ?? match[2]}" cannot be resolved.`,
  },
  {
    pattern: new RegExp(`could not connect to server: Connection refused\\s+${SERVER}`),
    error_type: 'CONNECTION_PORT_CLOSED_ERROR',
    message: refused,
  },
  { pattern: /ECONNREFUSED/, error_type: 'CONNECTION_PORT_CLOSED_ERROR', message: refused },
  {
    pattern: new RegExp(
      `could not connect to server: (?:Operation timed out|No route to host|Host is down)\\s+${SERVER}`,
    ),
    error_type: 'CONNECTION_HOST_DOWN_ERROR',
    message: down,
  },
  {
    pattern:
      /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|timeout expired|Connection terminated due to connection timeout/,
    error_type: 'CONNECTION_HOST_DOWN_ERROR',
    message: down,
  },
  {
    pattern: /database "(.*?)" does not exist/,
    error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    message: (match) => `Unable to connect to database "${match[1]}".`,
  },
  {
    pattern: /no password supplied|client password must be a string/,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: () => 'Please re-enter the password.',
  },
  {
    pattern: /syntax error at or near "(.*?)"/,
    error_type: 'SYNTAX_ERROR',
    message: (match) =>
      `Please check your query for syntax errors at or near "${match[1]}". Then, try running your query again.`,
  },
  { pattern: /syntax error at end of input/, error_type: 'SYNTAX_ERROR', message: keep },
  { pattern: /column .+ does not exist/, error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: keep },
  {
    pattern: /relation .+ does not exist|missing FROM-clause entry/,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    message: keep,
  },
  { pattern: /schema .+ does not exist/, error_type: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: keep },
  {
    pattern: /function .+ does not exist|type .+ does not exist/,
    error_type: 'OBJECT_DOES_NOT_EXIST_ERROR',
    message: keep,
  },
];

/** Reads what a text of a server or its driver means; `position` counts characters of the statement from 1. */
export type PostgresClassifier = (
  text: string,
  context: ConnectionContext,
  extra?: { position?: number | undefined },
) => ChartroomError;

/** Makes the reader of texts for an engine that speaks this protocol; its own rules come first. Status 400: the question or the connection is at fault. */
export function postgresClassifier(
  engine_name: string,
  own: readonly PostgresRule[] = [],
): PostgresClassifier {
  return (text, context, { position } = {}) => {
    const dbError = (message: string, error_type: ErrorType): ChartroomError =>
      new ChartroomError(message, {
        status: 400,
        error_type,
        level: 'error',
        extra: { engine_name, ...(position === undefined ? {} : { position }) },
      });
    for (const rule of [...own, ...RULES]) {
      const match = rule.pattern.exec(text);
      if (match) return dbError(rule.message(match, context), rule.error_type);
    }
    return lostConnection(text, engine_name) ?? dbError(text, 'GENERIC_DB_ENGINE_ERROR');
  };
}
