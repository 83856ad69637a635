import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { ChartroomError, type ErrorType, type JsonObject, type ValidateParameters } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import type { Row } from '../../records/tables.ts';
import { connectionOf, connectionParametersOf, tryConnection } from './connection.ts';

/** Milliseconds until a port that does not answer counts as closed. */
const PORT_TIMEOUT_MS = 5_000;

/**
 * Looks at the fields of a connection form as far as they are filled in: what is missing, whether the host is known,
 * whether its port is open, and at last whether the database lets one in (contract §2.1).
 * @throws ChartroomError 422 whose `extra` names the fields, 400 when the connection fails
 */
export async function checkParameters(form: ValidateParameters, act: Act): Promise<void> {
  const { ENGINES, engineById } = await import('@chartroom/engines');
  const engine = engineById(form.engine);
  if (!engine || engine.capabilities.embedded) {
    throw problem('GENERIC_DB_ENGINE_ERROR', `The engine "${form.engine}" cannot be configured through parameters.`, {
      allowed: ENGINES.filter(({ capabilities }) => !capabilities.embedded).map(({ id }) => id),
      provided: form.engine,
    });
  }
  const described = { ...form, sqlalchemy_uri: undefined, configuration_method: 'dynamic_form' } as const;
  const stored = form.id === null || form.id === undefined ? undefined : await storedDatabase(form.id, act);
  // Services without a port are not looked at (contract §2.1); those with fields of their own have no account and database to miss.
  if (engine.defaultPort === undefined) return;
  if (engine.uriOfForm) return tryConnection(await connectionOf(described, stored, act), act);
  const given = connectionParametersOf(form.parameters);
  const missing = (['host', 'port', 'username', 'database'] as const).filter((name) => given[name] === undefined);
  if (missing.length > 0) {
    throw problem('CONNECTION_MISSING_PARAMETERS_ERROR', `One or more parameters are missing: ${missing.join(', ')}`, { missing });
  }
  // What is behind a tunnel is neither known nor open here.
  const isBehind = form.ssh_tunnel === undefined ? stored?.ssh_tunnel : form.ssh_tunnel;
  if (!isBehind) await requireOpenPort(given.host ?? '', given.port ?? 0, act);
  await tryConnection(await connectionOf(described, stored, act), act);
}

function storedDatabase(id: number, act: Act): Promise<Row<'databases'> | undefined> {
  return act.services.db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
}

async function requireOpenPort(host: string, port: number, { services, signal }: Act): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw problem('CONNECTION_PORT_CLOSED_ERROR', 'The port must be an integer between 0 and 65535 (inclusive).', { invalid: ['port'] });
  }
  await services.outbound.require(host);
  try {
    await lookup(host);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    throw problem('CONNECTION_INVALID_HOSTNAME_ERROR', `The hostname "${host}" cannot be resolved (${reason}).`, { invalid: ['host'] });
  }
  const open = await new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, lookup: services.outbound.lookup, timeout: PORT_TIMEOUT_MS, signal });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
  signal.throwIfAborted();
  if (!open) throw problem('CONNECTION_PORT_CLOSED_ERROR', `The port ${port} on "${host}" is closed.`, { invalid: ['port'] });
}

function problem(error_type: ErrorType, message: string, extra: JsonObject): ChartroomError {
  return new ChartroomError(message, { status: 422, error_type, level: 'error', extra });
}
