import type { ChartroomError } from '@chartroom/model';
import type { ConnectionContext } from '../engine.ts';
import { asWritten, classifierByRules, type ErrorRule } from '../sql/error-rules.ts';

/** Texts of libmysql and of the Node driver, first match wins; wordings as in the conformance table of engine errors. */
const RULES: readonly ErrorRule[] = [
  {
    pattern: /Access denied for user '(.*?)'@'.*?' to database '(.*?)'/,
    error_type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
    message: asWritten,
  },
  {
    pattern: /Access denied for user '(.*?)'@'.*?'/,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: (match) => `Either the username "${match[1]}" or the password is incorrect.`,
  },
  {
    pattern: /Unknown MySQL server host '(.*?)'|getaddrinfo \w+ (.*)/,
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    message: (match) => `Unknown MySQL server host "${match[1] ?? match[2]}".`,
  },
  {
    pattern: /Can't connect to MySQL server on '(.*?)'/,
    error_type: 'CONNECTION_HOST_DOWN_ERROR',
    message: (match) => `The host "${match[1]}" might be down and can't be reached.`,
  },
  {
    pattern: /ECONNREFUSED/,
    error_type: 'CONNECTION_PORT_CLOSED_ERROR',
    message: (_, context) =>
      `Port ${context.port ?? ''} on hostname "${context.hostname ?? ''}" refused the connection.`,
  },
  {
    pattern: /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/,
    error_type: 'CONNECTION_HOST_DOWN_ERROR',
    message: (_, context) => `The host "${context.hostname ?? ''}" might be down and can't be reached.`,
  },
  {
    pattern: /Unknown database '(.*?)'/,
    error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    message: (match) => `Unable to connect to database "${match[1]}".`,
  },
  {
    pattern:
      /check the manual that corresponds to your (?:MySQL|MariaDB) server version for the right syntax to use near '([\s\S]*)'( at line \d+)/,
    error_type: 'SYNTAX_ERROR',
    message: (match) =>
      `Please check your query for syntax errors near "${match[1]}'${match[2]}". Then, try running your query again.`,
  },
  { pattern: /Unknown column '.*?' in '.*?'/, error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern: /(?:Table|View) '.*?' doesn't exist|Unknown table '.*?'/,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  {
    pattern: /(?:FUNCTION|PROCEDURE) .+ does not exist/,
    error_type: 'OBJECT_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
];

/** Makes the reader of driver texts for an engine of this family. */
export function classifierOf(
  engine_name: string,
): (text: string, context: ConnectionContext) => ChartroomError {
  return classifierByRules(engine_name, RULES);
}
