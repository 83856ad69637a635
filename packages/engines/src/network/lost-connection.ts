import { ChartroomError, type JsonObject } from '@chartroom/model';

/** What servers, drivers and the network say when a connection that was there has gone. */
const LOST = [
  /^Connection terminated(?: unexpectedly)?$/,
  /terminating connection (?:due to|because of)|the database system is (?:shutting down|starting up)/,
  /Connection lost: |server has gone away|Lost connection to|Connection was killed|Server shutdown in progress/i,
  /The server closed the connection/i,
  /ECONNRESET|EPIPE|socket hang up|other side closed|^aborted$|Premature close/,
];

/** The error of a server that went away under a query: 503, since asking again may do; undefined for other texts. */
export function lostConnection(
  text: string,
  engine_name: string,
  details: JsonObject = {},
): ChartroomError | undefined {
  if (!LOST.some((pattern) => pattern.test(text))) return undefined;
  return new ChartroomError(
    `The connection to ${engine_name} was lost while it worked on the query (${text}). Please ask again.`,
    {
      status: 503,
      error_type: 'GENERIC_DB_ENGINE_ERROR',
      level: 'error',
      extra: { engine_name, ...details },
    },
  );
}
