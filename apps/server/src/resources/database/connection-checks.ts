import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import {
  ChartroomError,
  type ErrorLevel,
  type ErrorType,
  type JsonObject,
  type ValidateParameters,
} from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { allTogether } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import type { WithOutbound } from '../../security/outbound.ts';
import type { WithSecrets } from '../../security/secret-box.ts';
import { connectionOf, connectionParametersOf, tryConnection } from './connection.ts';

/** Milliseconds until a port that does not answer counts as closed. */
const PORT_TIMEOUT_MS = 5_000;

/**
 * Looks at the fields of a connection form as far as they are filled in: what is missing, whether the host is known,
 * whether its port is open, and at last whether the database lets one in (contract/api.md §2.1).
 * @throws ChartroomError 422 with an error for each thing that is wrong, whose `extra` names the fields; 400 when the connection fails
 */
export async function checkParameters(
  form: ValidateParameters,
  act: Act<Ground & WithData & WithOutbound & WithSecrets>,
): Promise<void> {
  const { ENGINES, engineById, formFields } = await import('@chartroom/engines');
  const engine = engineById(form.engine);
  if (!engine || engine.capabilities.embedded) {
    throw problem(
      'GENERIC_DB_ENGINE_ERROR',
      `Engine "${form.engine}" cannot be configured through parameters.`,
      {
        allowed: ENGINES.filter(({ capabilities }) => !capabilities.embedded).map(({ id }) => id),
        provided: form.engine,
      },
    );
  }
  const described = { ...form, sqlalchemy_uri: undefined, configuration_method: 'dynamic_form' } as const;
  const stored = form.id === null || form.id === undefined ? undefined : await storedDatabase(form.id, act);
  // Services without a port are not looked at (contract/api.md §2.1).
  if (engine.defaultPort === undefined) return;
  // What is behind a tunnel is neither known nor open here.
  const isBehind = Boolean(form.ssh_tunnel === undefined ? stored?.ssh_tunnel : form.ssh_tunnel);
  const wrong = [
    ...missingParts(form, formFields(engine).required ?? []),
    ...(isBehind ? [] : await addressProblems(form.parameters ?? {}, act)),
  ];
  const problems = allTogether(wrong);
  if (problems) throw problems;
  await tryConnection(await connectionOf(described, stored, act), act);
}

function storedDatabase(id: number, act: Act): Promise<Row<'databases'> | undefined> {
  return act.services.db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What a form has not been told yet, which is no mistake but a state on the way. */
function missingParts(form: ValidateParameters, required: readonly string[]): ChartroomError[] {
  const missing = required.filter((name) => !form.parameters?.[name]);
  if (missing.length === 0) return [];
  const message = `One or more parameters are missing: ${missing.join(', ')}`;
  return [problem('CONNECTION_MISSING_PARAMETERS_ERROR', message, { missing }, 'warning')];
}

/** What is wrong with the host and the port, as far as they are filled in; the port is looked at once the host is known. */
async function addressProblems(
  parameters: Record<string, unknown>,
  act: Act<Ground & WithOutbound>,
): Promise<ChartroomError[]> {
  const { host } = connectionParametersOf(parameters);
  if (host === undefined) return [];
  await act.services.outbound.require(host);
  if (!(await isKnown(host))) {
    return [
      problem('CONNECTION_INVALID_HOSTNAME_ERROR', "The hostname provided can't be resolved.", {
        invalid: ['host'],
      }),
    ];
  }
  const { port } = parameters;
  if (!port) return [];
  const badPort = (message: string) =>
    problem('CONNECTION_INVALID_PORT_ERROR', message, { invalid: ['port'] });
  const number = /^\s*[+-]?\d+\s*$/.test(String(port)) ? Number(port) : Number.NaN;
  const range = badPort('The port must be an integer between 0 and 65535 (inclusive).');
  if (Number.isNaN(number)) return [badPort('Port must be a valid integer.'), range];
  if (number < 0 || number > 65_535) return [range];
  if (await isOpen(host, number, act)) return [];
  return [problem('CONNECTION_PORT_CLOSED_ERROR', 'The port is closed.', { invalid: ['port'] })];
}

function isKnown(host: string): Promise<boolean> {
  return lookup(host).then(
    () => true,
    () => false,
  );
}

async function isOpen(
  host: string,
  port: number,
  { services, signal }: Act<Ground & WithOutbound>,
): Promise<boolean> {
  const open = await new Promise<boolean>((resolve) => {
    const socket = connect({
      host,
      port,
      lookup: services.outbound.lookup,
      timeout: PORT_TIMEOUT_MS,
      signal,
    });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
  signal.throwIfAborted();
  return open;
}

function problem(
  error_type: ErrorType,
  message: string,
  extra: JsonObject,
  level: ErrorLevel = 'error',
): ChartroomError {
  return new ChartroomError(message, { status: 422, error_type, level, extra });
}
