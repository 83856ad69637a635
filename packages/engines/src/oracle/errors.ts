import { ChartroomError, type ErrorType } from '@chartroom/model';
import type { ConnectionContext } from '../engine.ts';

export const ENGINE_NAME = 'Oracle';

type Wording = (match: RegExpExecArray, context: ConnectionContext) => string;
interface Rule {
  pattern: RegExp;
  error_type: ErrorType;
  message: Wording;
}

const keep: Wording = (match) => match.input;

/** Texts of the server (ORA) and of the Node driver in thin mode (NJS), first match wins. */
const RULES: readonly Rule[] = [
  {
    pattern: /ORA-01017/,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: (_, { username = '' }) => `Either the username "${username}" or the password is incorrect.`,
  },
  {
    pattern: /NJS-530|getaddrinfo \w+ \S+/,
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    message: (_, { hostname = '' }) => `The hostname "${hostname}" cannot be resolved.`,
  },
  {
    pattern: /NJS-518|NJS-519|ORA-12505|ORA-12514/,
    error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    message: (_, { database = '' }) => `Unable to connect to database "${database}".`,
  },
  {
    pattern: /ECONNREFUSED|NJS-511/,
    error_type: 'CONNECTION_PORT_CLOSED_ERROR',
    message: (_, { hostname = '', port = '' }) =>
      `Port ${port} on hostname "${hostname}" refused the connection.`,
  },
  {
    pattern: /NJS-510|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/,
    error_type: 'CONNECTION_HOST_DOWN_ERROR',
    message: (_, { hostname = '', port = '' }) =>
      `The host "${hostname}" might be down, and can't be reached on port ${port}.`,
  },
  { pattern: /ORA-00904/, error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: keep },
  { pattern: /ORA-00942/, error_type: 'TABLE_DOES_NOT_EXIST_ERROR', message: keep },
  {
    pattern: /ORA-(00900|00905|00906|00907|00911|00920|00921|00923|00933|00936|03048|03049)/,
    error_type: 'SYNTAX_ERROR',
    message: keep,
  },
];

/** What a text of Oracle or its driver means. Status 400: the question or the connection is at fault. */
export function classifyOracleError(text: string, context: ConnectionContext): ChartroomError {
  // The driver adds where to read more.
  const told = text.replace(/\nHelp: https?:\S+/g, '').trim();
  for (const rule of RULES) {
    const match = rule.pattern.exec(told);
    if (match) return dbError(rule.message(match, context), rule.error_type);
  }
  return dbError(told, 'GENERIC_DB_ENGINE_ERROR');
}

function dbError(message: string, error_type: ErrorType): ChartroomError {
  return new ChartroomError(message, {
    status: 400,
    error_type,
    level: 'error',
    extra: { engine_name: ENGINE_NAME },
  });
}
