import { ChartroomError, type ErrorType } from '@chartroom/model';
import type { Server } from '../network/network-way.ts';
import type { SshAccount } from './ssh-account.ts';

/** A failure of a tunnel in words: 400, with the fields of the form that it concerns. */
export function tunnelError(
  error_type: ErrorType,
  message: string,
  invalid: string[],
  cause?: unknown,
): ChartroomError {
  return new ChartroomError(message, {
    status: 400,
    error_type,
    level: 'error',
    extra: { invalid },
    ...(cause !== undefined && { cause }),
  });
}

/** By the code of a socket's error: what it means, and the words that follow the name of the server. */
const SOCKET: Readonly<Record<string, [ErrorType, string]>> = {
  ENOTFOUND: ['CONNECTION_INVALID_HOSTNAME_ERROR', 'is not known: its name cannot be resolved'],
  EAI_AGAIN: ['CONNECTION_INVALID_HOSTNAME_ERROR', 'is not known: its name cannot be resolved'],
  ECONNREFUSED: ['CONNECTION_PORT_CLOSED_ERROR', 'cannot be reached: its port is closed'],
};

/** Why the SSH server could not be used. An error of the server stays what it is. */
export function connectError(error: unknown, account: SshAccount): ChartroomError {
  if (error instanceof ChartroomError) return error;
  const server = `The SSH server "${account.server_address}:${account.server_port}"`;
  const { level, code } = detailsOf(error);
  if (level === 'client-authentication') {
    const what = account.private_key === undefined ? 'password' : 'private key';
    const message = `${server} did not let "${account.username}" in: the username or the ${what} is incorrect.`;
    return tunnelError(
      'CONNECTION_ACCESS_DENIED_ERROR',
      message,
      ['ssh_tunnel.username', `ssh_tunnel.${what.replace(' ', '_')}`],
      error,
    );
  }
  const [type, words] = SOCKET[code] ?? ['CONNECTION_HOST_DOWN_ERROR', `cannot be used: ${messageOf(error)}`];
  return tunnelError(
    type,
    `${server} ${words}.`,
    ['ssh_tunnel.server_address', 'ssh_tunnel.server_port'],
    error,
  );
}

/** Reasons of RFC 4254 §5.1 for which a channel is not opened. */
const PROHIBITED = 1;

/** Why the SSH server does not lead on to the database's server. */
export function forwardError(error: unknown, account: SshAccount, { host, port }: Server): ChartroomError {
  const server = `The SSH server "${account.server_address}:${account.server_port}"`;
  if (detailsOf(error).reason === PROHIBITED) {
    const message = `${server} does not allow "${account.username}" to forward connections to "${host}:${port}".`;
    return tunnelError('CONNECTION_ACCESS_DENIED_ERROR', message, ['host', 'port'], error);
  }
  const message = `${server} cannot reach "${host}:${port}": ${messageOf(error)}.`;
  return tunnelError('CONNECTION_PORT_CLOSED_ERROR', message, ['host', 'port'], error);
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

/** What the client tells of an error besides its text. */
function detailsOf(error: unknown): { level: string; code: string; reason: number | undefined } {
  if (!(error instanceof Error)) return { level: '', code: '', reason: undefined };
  return {
    level: 'level' in error && typeof error.level === 'string' ? error.level : '',
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    reason: 'reason' in error && typeof error.reason === 'number' ? error.reason : undefined,
  };
}
