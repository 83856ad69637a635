import { ChartroomError, type ErrorType, type JsonObject } from '@chartroom/model';
import type { ConnectionContext } from '../engine.ts';
import { lostConnection } from '../network/lost-connection.ts';

type Wording = (match: RegExpExecArray, context: ConnectionContext) => string;

/** What a text of a driver means; the first rule that matches wins. */
export interface ErrorRule {
  pattern: RegExp;
  error_type: ErrorType;
  message: Wording;
}

/** The text as the driver wrote it. */
export const asWritten: Wording = (match) => match.input;

/** What the network says, in the words of Node; every engine that is reached by HTTP has these. */
export const NETWORK_RULES: readonly ErrorRule[] = [
  {
    pattern: /getaddrinfo \w+ (\S+)/,
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    message: (match) => `The hostname "${match[1]}" cannot be resolved.`,
  },
  {
    pattern: /nodename nor servname provided|Name or service not known/,
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    message: asWritten,
  },
  {
    pattern: /ECONNREFUSED|(Connection refused)/,
    error_type: 'CONNECTION_PORT_CLOSED_ERROR',
    message: (match, context) =>
      match[1]
        ? match.input
        : `Port ${context.port ?? ''} on hostname "${context.hostname ?? ''}" refused the connection.`,
  },
  {
    pattern: /Headers Timeout Error|Body Timeout Error/,
    error_type: 'BACKEND_TIMEOUT_ERROR',
    message: () => 'The server was silent for so long that the connection was given up.',
  },
  {
    pattern:
      /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT|(Operation timed out|No route to host)/,
    error_type: 'CONNECTION_HOST_DOWN_ERROR',
    message: (match, context) =>
      match[1]
        ? match.input
        : `The host "${context.hostname ?? ''}" might be down, and can't be reached on port ${context.port ?? ''}.`,
  },
];

type ErrorReader = (text: string, context: ConnectionContext, details?: JsonObject) => ChartroomError;

/** Makes the reader of driver texts by rules, of which the first match wins. Status 400: the question or the connection is at fault; 503 where the connection was lost. */
export function classifierByRules(engine_name: string, rules: readonly ErrorRule[]): ErrorReader {
  return (text, context, details = {}) => {
    const error = (message: string, error_type: ErrorType) =>
      new ChartroomError(message, {
        status: 400,
        error_type,
        level: 'error',
        extra: { engine_name, ...details },
      });
    for (const rule of rules) {
      const match = rule.pattern.exec(text);
      if (match) return error(rule.message(match, context), rule.error_type);
    }
    return lostConnection(text, engine_name, details) ?? error(text, 'GENERIC_DB_ENGINE_ERROR');
  };
}

/** The same for an engine that is reached by HTTP: what no rule of its own knows may be the network's word. */
export function errorReader(engine_name: string, rules: readonly ErrorRule[]): ErrorReader {
  return classifierByRules(engine_name, [...rules, ...NETWORK_RULES]);
}

/** The text of anything thrown: its message, else its code, or those of its cause. */
export function textOfError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof AggregateError || error.message === '') return code || String(error);
  const cause =
    error.cause instanceof Error && error.message === 'fetch failed' ? textOfError(error.cause) : undefined;
  return cause ?? error.message;
}
