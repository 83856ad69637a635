import { ChartroomError, type ErrorType } from '@chartroom/model';
import type { ConnectionContext } from './engine.ts';

type Wording = (match: RegExpExecArray, context: ConnectionContext) => string;

/** What a text of a driver means. */
export interface ErrorRule {
  pattern: RegExp;
  error_type: ErrorType;
  message: Wording;
}

/** The driver's own words. */
export const asWritten: Wording = (match) => match.input;

/** Texts of Node when a server cannot be reached. */
export const NETWORK_RULES: readonly ErrorRule[] = [
  {
    pattern: /getaddrinfo \w+ (\S+)/,
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    message: (match) => `The hostname "${match[1]}" cannot be resolved.`,
  },
  {
    pattern: /ECONNREFUSED/,
    error_type: 'CONNECTION_PORT_CLOSED_ERROR',
    message: (_, context) => `Port ${context.port ?? ''} on hostname "${context.hostname ?? ''}" refused the connection.`,
  },
  {
    pattern: /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT/,
    error_type: 'CONNECTION_HOST_DOWN_ERROR',
    message: (_, context) => `The host "${context.hostname ?? ''}" might be down and can't be reached.`,
  },
  {
    pattern: /Headers Timeout Error|Body Timeout Error/,
    error_type: 'BACKEND_TIMEOUT_ERROR',
    message: () => 'The server was silent for so long that the connection was given up.',
  },
];

/** Makes the reader of driver texts by rules, of which the first match wins. Status 400: the question or the connection is at fault. */
export function classifierByRules(
  engine_name: string,
  rules: readonly ErrorRule[],
): (text: string, context: ConnectionContext) => ChartroomError {
  const dbError = (message: string, error_type: ErrorType): ChartroomError =>
    new ChartroomError(message, { status: 400, error_type, level: 'error', extra: { engine_name } });
  return (text, context) => {
    for (const rule of rules) {
      const match = rule.pattern.exec(text);
      if (match) return dbError(rule.message(match, context), rule.error_type);
    }
    return dbError(text, 'GENERIC_DB_ENGINE_ERROR');
  };
}
